# frozen_string_literal: true

require_relative "site_source"

# data/servers.json: checked strictly, shown on the page, and not missed where it is absent.
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

  def test_without_the_file_there_are_no_facts_and_no_fault
    assert_nil results({}).server_facts
    assert_nil results(file).server_facts
  end

  def test_servers_come_in_the_registrys_order_and_unknown_ones_last_by_their_id
    read = results(file(facts("unheard-of"), facts("node-cluster"), facts("node-ws"))).server_facts
    assert_equal(["Node.js", "Node.js cluster", "unheard-of"], read["servers"].map { |one| one.dig("look", "name") })
    assert_equal 1, read["machines"].length
  end

  def test_a_field_that_is_missing_unknown_or_of_another_kind_is_named_with_its_place
    assert_equal ["data/servers.json:1:13: servers[0].build_s: is missing (expected seconds, ≥ 0)"],
                 faults(file(facts.except("build_s")))
    assert_equal ['data/servers.json:1:939: servers[1].ready_median_ms: "fast" is not a number (expected milliseconds, ≥ 0)'],
                 faults(file(facts, facts("bun", ready_median_ms: "fast")))
    assert_match(%r{\Adata/servers\.json:1:\d+: servers\[0\]\.bild_s: is not a field of this file .*build_s},
                 faults(file(facts(bild_s: 1))).first)
  end

  def test_a_server_that_is_there_twice_is_a_fault
    assert_equal ['data/servers.json:1:534: servers[1].technology: "bun" is there twice (expected each server once)'],
                 faults(file(facts("bun"), facts("bun")))
  end

  def test_broken_json_is_a_fault_with_its_line
    assert_match(%r{\Adata/servers\.json:2:.*trailing comma}, faults("servers.json" => "{\n\"servers\": [1,]}").first)
  end

  def test_the_page_shows_the_facts_and_the_file_can_be_had
    html, published = built_with(file(facts("bun"), facts))
    table = html[%r{<table class="server-facts">.*?</table>}m]
    row = table[%r{Node\.js</th>(.*?)</tr>}m, 1]
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
