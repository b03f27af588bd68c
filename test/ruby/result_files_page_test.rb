# frozen_string_literal: true

require_relative "site_source"

# The page of the data folder: /data/.
class ResultFilesPageTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  # The rows of the page's table: file name to the cells' texts.
  def rows(html)
    html.scan(%r{<tr>\s*<th scope="row">(.*?)</tr>}m).flatten.to_h do |line|
      texts = line.split(%r{</t[hd]>}).map { |cell| cell.gsub(/<[^>]*>/, "").strip }
      [texts.first, texts.drop(1).reject(&:empty?)]
    end
  end

  def listed(files)
    source(files) do |folder|
      put(folder, "index.md", "---\ncomparison: chat\n---\n")
      site(folder).process
      return built(folder, "data/index.html")
    end
  end

  def files
    { "data/chat/new run.json" => json([json_row, json_row(technology: "vertx")]),
      "data/chat/old.json" => json([json_row], run: run_statement(started_at: "2023-01-01T00:00:00Z")),
      "data/chat/deep/bare.tsv" => tsv(row(technology: "bun")), }
  end

  def test_every_file_is_listed_with_its_run_its_machine_its_technologies_and_its_rows
    made = rows(listed(files))
    assert_equal ["data/chat/deep/bare.tsv", "data/chat/new run.json", "data/chat/old.json"], made.keys
    assert_equal ["2024-05-01 10:00", "CPU, 2 cores", "node-ws, vertx", "2"], made["data/chat/new run.json"].take(4)
    assert_equal ["not stated", "not stated", "bun", "1"], made["data/chat/deep/bare.tsv"].take(4)
    assert_match(/not shown at first/, made["data/chat/old.json"][4])
  end

  def test_every_file_can_be_downloaded_and_has_a_link_to_the_view_of_it_alone
    html = listed(files)
    assert_includes html, 'href="/data/chat/new%20run.json" download'
    assert_includes html, 'href="/?show=node-ws&amp;runs=2023-01-01-0000"'
    assert_includes html, 'href="/?show=node-ws,vertx&amp;runs=2024-05-01-1000"'
    assert_includes html, 'href="/?show=bun&amp;runs=undated"'
  end

  def test_the_merged_datasets_can_be_downloaded
    html = listed(files)
    %w[dataset.json dataset.csv datapackage.json].each { |name| assert_includes html, "href=\"/datasets/chat/#{name}\" download" }
  end

  def test_without_results_the_page_says_so
    assert_includes listed("data/chat/.gitkeep" => ""), "Not measured yet"
  end

  def test_every_page_leads_to_it
    source do |folder|
      site(folder).process
      assert_includes built(folder, "404.html"), 'href="/data/"'
    end
  end

  def test_a_page_offers_its_runs_where_there_are_several
    html = page("{% include technology-buttons.html %}", files)
    assert_equal %w[newest 2024-05-01-1000 2023-01-01-0000 undated], html.scan(/<input type="checkbox" value="([^"]*)"/).flatten
    assert_includes html, 'data-merged="/datasets/chat/dataset.json"'
    refute_includes page("{% include technology-buttons.html %}"), "data-merged"
  end
end
