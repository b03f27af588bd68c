# frozen_string_literal: true

require_relative "site_source"

# Runs that were made of other tools' files, and comparisons that nobody has written a page for.
class ImportedRunsTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  SOURCE = { "format" => "oha", "files" => ["a.json"] }.freeze

  def test_a_comparison_without_a_page_has_one_once_there_are_results
    source("lookup/a.json" => lookup) do |folder|
      site(folder).process
      html = built(folder, "lookup/index.html")
      assert_includes html, "<h1>One record over HTTP</h1>"
      assert_equal 2, html.scan("<canvas").length
      assert_includes built(folder, "lookup/charts/throughput.html"), ">2,316<"
      assert_includes built(folder), '<a href="/lookup/">One record over HTTP</a>'
      refute_path_exists File.join(folder, "_site/chat-latency/index.html")
    end
  end

  def test_a_page_that_names_a_comparison_takes_the_place_of_the_one_made_for_it
    source("lookup/a.json" => lookup) do |folder|
      put(folder, "own.md", "---\ncomparison: lookup\ntitle: My own\n---\n")
      site(folder).process
      refute_path_exists File.join(folder, "_site/lookup/index.html")
    end
  end

  def test_a_page_that_the_sitemap_leaves_out_is_no_comparisons_own
    source("lookup/a.json" => lookup) do |folder|
      put(folder, "a-guide.md", "---\ncomparison: lookup\ntitle: A guide\nsitemap: false\n---\n")
      site(folder).process
      assert_path_exists File.join(folder, "_site/lookup/index.html")
      assert_includes built(folder, "data/index.html"), 'href="/lookup/?show='
      pages = JSON.parse(built(folder, "assets/registry.json"))["comparisons"]
      assert_includes(pages.map { |known| [known.dig("definition", "id"), known["page"]] }, ["lookup", "/lookup/"])
    end
  end

  def test_the_page_says_what_a_run_was_made_from_and_what_was_assumed
    study = imported.merge("source" => SOURCE.merge("study" => "A <study>"), "notes" => ["Taken as <ms>."])
    source("lookup/a.json" => lookup(study)) do |folder|
      site(folder).process
      html = built(folder, "lookup/index.html")
      assert_includes html, "<summary><strong>A &lt;study&gt;</strong>: its figures, not ours.</summary>"
      assert_includes html, "<dd>Made from oha"
      assert_includes html, "<li>Taken as &lt;ms&gt;.</li>"
      assert_includes html, "Not stated by the file that it was made from."
    end
  end

  private

  def imported
    run_statement.except("machine").merge("source" => SOURCE)
  end

  def lookup(run = imported)
    json([{ "technology" => "akka", "concurrency" => 1, "iteration" => 1, "requests_per_s" => 2316, "latency_mean_ms" => 2.1 }],
         run: run)
  end

  # A copy of the site's source with these files below data/.
  def source(files, &block)
    super(files.transform_keys { |path| "data/#{path}" }, &block)
  end
end
