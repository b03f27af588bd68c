# frozen_string_literal: true

require_relative "site_source"

# The page that each technology with results has, made of the data alone.
class TechnologyPagesTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  # Three servers in one cell: 1, 2 and 4 ms.
  THREE = { "node-ws" => 1, "node-cluster" => 2, "newcomer" => 4 }.freeze

  def built_of(files)
    source(files) do |folder|
      put(folder, "index.md", RealtimeBench::SiteSource::FIRST)
      site(folder).process
      yield folder
    end
  end

  def three(more = {}, &block)
    rows = THREE.map { |technology, latency| row(technology: technology, latency: latency) }
    built_of({ "data/chat/a.tsv" => tsv(*rows), **more }, &block)
  end

  def cells(html, label)
    html[%r{<th scope="row">#{label}.*?</tr>}m].scan(%r{<td class="number">([^<]*)</td>}).flatten
  end

  def test_a_technology_that_only_a_file_names_has_its_page_beside_the_median_of_all
    three do |folder|
      html = built(folder, "technologies/newcomer/index.html")
      assert_includes html, "<h1>newcomer</h1>"
      assert_equal ["4.00", "2.00", "3 of 3"], cells(html, "Latency")
      assert_equal ["1.00", "2.00", "1 of 3"], cells(built(folder, "technologies/node-ws/index.html"), "Latency")
      assert_match(
        %r{Number 3 of 3 in <a href="/">Chat rooms</a>:\s+latency 4\.00&nbsp;ms \(1 room, 10 users\); the median is 2\.00\.}, html
      )
    end
  end

  def test_only_what_was_measured_has_a_page
    three { |folder| assert_equal THREE.keys.sort, Dir.children(File.join(folder, "_site/technologies")).sort - ["charts"] }
  end

  def test_the_sketch_of_a_comparison_has_a_line_by_which_an_address_names_each_technology
    more = THREE.map { |technology, latency| row(technology: technology, users: 20, latency: latency) }
    three("data/chat/more.tsv" => tsv(*more)) do |folder|
      html = built(folder, "technologies/newcomer/index.html")
      address, id = html[/<img src="([^"]*)"/, 1].split("#")
      assert_equal "newcomer", id
      THREE.each_key { |technology| assert_includes built(folder, address), " id=\"#{technology}\"" }
    end
  end

  def test_where_nothing_makes_a_line_there_is_no_sketch
    three { |folder| refute_includes built(folder, "technologies/newcomer/index.html"), "<img" }
  end

  def test_what_was_measured_elsewhere_has_no_page_and_is_no_part_of_the_median
    source = { "format" => "oha", "files" => ["a.json"] }
    run = run_statement.except("machine").merge("source" => source)
    three("data/chat/study.json" => json([json_row(technology: "then", latency_mean_ms: 99)], run: run)) do |folder|
      refute_path_exists File.join(folder, "_site/technologies/then")
      assert_equal ["4.00", "2.00", "3 of 3"], cells(built(folder, "technologies/newcomer/index.html"), "Latency")
    end
  end

  def test_versions_are_those_of_the_runs_the_newest_first
    versions = lambda do |day, node|
      servers = [{ "technology" => "node-ws", "versions" => { "node" => node, "ws" => "8" } }]
      json([json_row], run: run_statement(started_at: "#{day}T10:00:00Z").merge("servers" => servers))
    end
    files = { "data/chat/a.json" => versions.call("2024-05-01", "20"), "data/chat/b.json" => versions.call("2024-05-02", "22") }
    built_of(files) do |folder|
      assert_includes built(folder, "technologies/node-ws/index.html"), "node 22, ws 8 (2 May 2024)<br>node 20, ws 8 (1 May 2024)"
    end
  end

  def test_names_that_several_share_are_told_apart_by_their_comparison
    registry = YAML.load_file(File.join(FIXTURES, "results/technologies.yml"))
    registry.find { |one| one["id"] == "node-cluster" }["name"] = registry.find { |one| one["id"] == "node-ws" }["name"]
    three("data/technologies.yml" => registry.to_yaml) do |folder|
      assert_includes built(folder, "technologies/node-cluster/index.html"), "<h1>Node.js: chat rooms</h1>"
    end
  end

  def test_every_page_that_is_found_has_a_picture_with_its_size_and_words
    folder = published_site.source
    found = built(folder, "sitemap.xml").scan(%r{<loc>([^<]*)</loc>}).flatten.select { |path| path.end_with?("/") }
    assert_includes found, "/technologies/node-ws/"
    found.each do |path|
      html = built(folder, "#{path}index.html")
      %w[og:image og:image:width og:image:height og:image:alt twitter:image:alt].each do |name|
        assert_match(/<meta (?:property|name)="#{name}" content="[^"]+"/, html, path)
      end
      assert_includes html, '<meta name="twitter:card" content="summary_large_image"', path
      assert_path_exists File.join(folder, "_site", html[/"og:image" content="([^"]*)"/, 1]), path
    end
  end
end
