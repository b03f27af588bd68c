# frozen_string_literal: true

require_relative "site_source"

# Of many technologies a page holds few; the others are on pages of their own, which need no script.
class CrowdTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  BOARD = "  scoreboard:\n    - { metric: latency, statistic: mean, at: { rooms: 1, users: 10 } }\n"
  CHART = '{% include chart.html kind="line" y="latency" rooms=1 %}'
  CAPACITY = '{% include capacity.html metric="latency" statistic="mean" limit=100 %}'
  OTHERS = %w[scoreboard technology-buttons cell-summary files machine].map { |name| "{% include #{name}.html %}" }.join
  TEXT = "#{OTHERS}#{CHART}#{CAPACITY}".freeze

  # A page of so many technologies, a file each, the later the quicker; yields the folder that it is built in, and the page.
  def crowd(count, parts = TEXT)
    source({}) do |folder|
      registry = File.read(File.join(FIXTURES, "results/comparisons.yml"), encoding: "UTF-8")
      put(folder, "data/comparisons.yml", registry.sub(/(?=\n- id: chat-latency)/) { "\n#{BOARD}".chomp })
      ids(count).each_with_index { |id, i| put(folder, "data/chat/#{id}.tsv", tsv(row(technology: id, latency: 90 - i))) }
      put(folder, "page.html", "#{RealtimeBench::SiteSource::PAGE}#{parts}")
      File.delete(File.join(folder, "index.md"))
      capture_io { site(folder).process }
      yield folder, built(folder, "page.html")
    end
  end

  def ids(count)
    ("a".."z").first(count).map { |letter| "server-#{letter * 3}" }
  end

  def dataset(html)
    JSON.parse(html[%r{<script type="application/json" data-dataset="chat">(.*?)</script>}m, 1])
  end

  def test_fifteen_technologies_are_all_in_the_page
    crowd(15) do |_folder, html|
      assert_equal 15, dataset(html)["cells"]["technology"].length
      assert_equal 15, html.scan(/aria-pressed="(?:true|false)" data-technology/).length
      refute_includes html, "data-scoreboard-all"
      %w[whole field].each { |key| refute_includes dataset(html).keys, key }
    end
  end

  def test_of_more_a_page_carries_the_cells_of_the_eight_best_and_where_all_stand
    crowd(20) do |_folder, html|
      carried = dataset(html)
      assert_equal ids(20).last(8), carried["shown"]
      assert_equal (12..19).to_a, carried["cells"]["technology"]
      assert_equal 20, carried["technologies"].length
      assert_equal "/datasets/chat/dataset.json", carried["whole"]
      assert_equal [71, 90], carried["field"]["latency_mean_ms"].values_at("min", "max").flatten
      assert_equal ids(20).last(8), html.scan(/aria-pressed="true" data-technology="([^"]+)"/).flatten
    end
  end

  def test_of_several_runs_together_a_page_carries_those_of_its_cells
    carried = { "technologies" => ids(16).map { |id| { "id" => id } }, "runs" => %w[third second first],
                "cells" => { "technology" => (0..15).to_a, "run" => [0, [1, 2], *[0] * 14] }, }
    found = RealtimeBench::Crowd.carried(carried, { "technologies" => ids(16).map { {} } }, ids(16)[1, 1], "/all.json")
    assert_equal [%w[second first], [[0, 1]]], [found["runs"], found["cells"]["run"]]
  end

  def test_of_more_a_page_has_the_first_fifteen_rows_and_leads_to_all
    crowd(20) do |folder, html|
      assert_equal ids(20).last(15).reverse, html.scan(/<tr data-technology="([^"]+)" style/).flatten
      pages = html.scan(%r{href="(/page/charts/(?:scoreboard|cell-summary|load-[^"]*)\.html)"}).flatten
      assert_equal 3, pages.length
      pages.each do |page|
        rows = built(folder, page)[%r{<tbody>.*</tbody>}m].scan('<th scope="row">').length
        assert_equal 20, rows, page
      end
    end
  end

  def test_of_more_files_a_page_lists_fifteen_and_leads_to_the_list_of_all
    crowd(20) do |folder, html|
      assert_includes html, '<a href="/data/#chat">All 20 files</a>'
      assert_includes html, "<dt>5 files more</dt>"
      assert_equal 20, built(folder, "data/index.html").scan(".tsv</a>").length
    end
  end

  def test_a_page_of_a_few_chosen_ones_carries_these
    source({}) do |folder|
      ids(20).each { |id| put(folder, "data/chat/#{id}.tsv", tsv(row(technology: id, users: 10))) }
      put(folder, "page.html", "---\ncomparison: chat\npermalink: /page.html\nshown: [server-ccc]\n---\n#{CHART}")
      File.delete(File.join(folder, "index.md"))
      capture_io { site(folder).process }
      assert_includes dataset_of_chosen(folder)["cells"]["technology"], 2
    end
  end

  def dataset_of_chosen(folder)
    JSON.parse(built(folder, "page.html")[%r{data-shown="server-ccc">(.*?)</script>}m, 1])
  end
end
