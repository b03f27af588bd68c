# frozen_string_literal: true

require "rexml/document"
require_relative "site_source"

# The pages that are made of the runs: by machine, by day, and as a feed.
class RunPagesTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  # Two runs of a technology, on one machine or on two.
  def pages(**machine)
    files = {
      "data/chat/first.json" => result("2024-05-01T10:00:00Z", 1.5),
      "data/chat/second.json" => result("2024-05-02T11:30:00Z", 2.5, **machine),
    }
    source(files) do |folder|
      put(folder, "index.md", RealtimeBench::SiteSource::FIRST)
      put(folder, "_posts/2024-05-03-a.md", "---\ntitle: A <post>\ncomparison: chat\n---\n")
      site(folder).process
      yield folder
    end
  end

  def result(started_at, latency, **machine)
    json([json_row(latency_mean_ms: latency)], run: run_statement(started_at: started_at, **machine))
  end

  def test_each_machine_has_its_runs_with_their_files
    pages do |folder|
      html = built(folder, "machines/index.html")
      assert_equal ["CPU, 2 cores"], html.scan(%r{<h2 id="machine-\d"[^>]*>([^<]*)</h2>}).flatten
      %w[first second].each { |name| assert_includes html, "<a href=\"/data/chat/#{name}.json\" download>#{name}.json</a>" }
      assert_includes html, 'href="/?show=node-ws&amp;runs=2024-05-02-1130"'
      assert_includes html, "No comparison was measured on more than one machine yet."
    end
  end

  def test_what_ran_on_several_machines_stands_side_by_side
    pages("cpu_model" => "Another") do |folder|
      html = built(folder, "machines/index.html")
      assert_equal ["1 · Another, 2 cores", "2 · CPU, 2 cores"], html.scan(%r{<h2 id="machine-\d"[^>]*>([^<]*)</h2>}).flatten
      row = html[/<h2 id="several".*/m][%r{<tbody>.*?</tbody>}m]
      assert_equal %w[1.50 2.50], row.scan(%r{<td class="number">([^<]*)</td>}).flatten.sort
    end
  end

  def test_changes_are_listed_by_day_the_newest_first
    pages do |folder|
      html = built(folder, "changes/index.html")
      assert_equal %w[2024-05-03 2024-05-02 2024-05-01], html.scan(/<time datetime="([^"]*)">/).flatten
      assert_includes html, ">A &lt;post&gt;</a>"
      assert_includes html, 'Run from 11:30 UTC: <a rel="nofollow" href="/?show=node-ws&amp;runs=2024-05-02-1130">'
    end
  end

  def test_the_feed_of_runs_has_each_with_the_picture_of_its_first_chart
    pages do |folder|
      feed = REXML::Document.new(built(folder, "runs.xml"))
      entries = REXML::XPath.match(feed, "//entry")
      assert_equal ["Chat rooms, 2 May 2024", "Chat rooms, 1 May 2024"], (entries.map { |entry| entry.elements["title"].text })
      picture = entries.first.elements["content"].text[/<img src="([^"]*)"/, 1]
      assert_path_exists File.join(folder, "_site", picture)
    end
  end

  def test_what_a_study_published_is_no_change
    study = run_statement.except("machine").merge("source" => { "format" => "oha", "files" => ["a.json"] })
    source("data/chat/a.json" => json([json_row], run: study)) do |folder|
      put(folder, "index.md", RealtimeBench::SiteSource::FIRST)
      site(folder).process
      refute_includes built(folder, "changes/index.html"), "Run from"
    end
  end
end
