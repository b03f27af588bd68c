# frozen_string_literal: true

require_relative "site_source"

# data/servers.json: shown on the page, and not missed where it is absent.
class ServerFactsTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  def facts(technology = "node-ws", **fields)
    { "technology" => technology, "measured_at" => "2026-01-02T03:04:05.678Z",
      "client" => { "name" => "rtbench", "version" => "0.1.0" },
      "machine" => { "cpu_model" => "A CPU", "cpu_count" => 2, "memory_mib" => 4096, "kernel" => "Linux 6.1" },
      "server_cpus" => "0-1", "line_counter" => "tokei 15.0.0", "source_lines" => 1093, "configuration_lines" => 18,
      "lines_by_language" => { "JavaScript" => 1093 }, "build_s" => 2.345, "build_caches" => "warm",
      "artifact_mib" => 2.404, "starts" => 5, "ready_median_ms" => 123.4, "ready_min_ms" => 110.0, "ready_max_ms" => 150.0,
      "idle_memory_mib" => 34.53, "idle_after_s" => 5.0, }.merge(fields.transform_keys(&:to_s))
  end

  def file(*servers)
    { "servers.json" => JSON.generate("servers" => servers) }
  end

  def test_the_page_shows_the_facts_and_the_file_can_be_had
    html, published = built_with(file(facts("bun"), facts))
    table = html[%r{<table class="server-facts">.*?</table>}m]
    row = table[%r{<a href="/technologies/node-ws/">Node\.js</a></th>(.*?)</tr>}m, 1]
    assert_equal %w[1,093 18 2.35 2.40 123 34.5], row.scan(%r{<td class="number">(.*?)</td>}).flatten
    assert_includes html, 'href="/data/servers.json" download'
    assert published
  end

  def test_the_page_leaves_the_table_out_where_there_are_none
    html, published = built_with({})
    refute_includes html, "server-facts"
    refute published
  end

  # The first page and whether the facts are published, of a site with these files in its data folder.
  def built_with(files)
    source do |folder|
      files.each { |path, content| put(folder, "data/#{path}", content) }
      site(folder).process
      return [built(folder), File.exist?("#{folder}/_site/data/servers.json")]
    end
  end
end
