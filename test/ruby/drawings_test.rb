# frozen_string_literal: true

require "rexml/document"
require_relative "site_source"

# The build's drawings on the site: in place on the pages, as files, and in the feed.
class DrawingsTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  CHART = '{% include chart.html kind="line" y="latency" rooms=1 %}'
  DRAWING = %r{<svg class="plot" role="img".*?</svg>(?=<canvas)}m

  def test_every_chart_of_the_page_is_drawn_in_its_place
    source do |folder|
      site(folder).process
      html = built(folder)
      assert_equal 10, html.scan(DRAWING).length
      html.scan(DRAWING).each { |svg| refute_empty REXML::XPath.match(REXML::Document.new(svg), "//use | //circle[@class]") }
    end
  end

  def test_no_id_is_on_a_page_twice_and_every_shape_referred_to_is_there
    html = built(published_site.source)
    ids = html.scan(/\sid="([^"]+)"/).flatten
    assert_equal ids.uniq, ids
    assert_empty html.scan(/<use[^>]* href="#([^"]+)"/).flatten.uniq - ids
  end

  def test_each_chart_is_published_as_two_files_that_its_page_links_to
    source do |folder|
      site(folder).process
      # And a sketch of the first.
      assert_equal 21, Dir.glob(File.join(folder, "_site/charts/*.svg")).length
      others = Dir.glob("*-{linear,log}.svg", base: File.join(folder, "_site/charts"))
      assert_equal 10, others.length
      words = { "log" => "logarithmic", "linear" => "linear" }
      links = others.map { |name| "<a href=\"/charts/#{name}\">On a #{words.fetch(name[/-([a-z]+)\.svg/, 1])} scale<" }
      assert_empty links.reject { |link| built(folder).include?(link) }
      assert_includes others, "latency-1-room-linear.svg"
      assert_includes others, "cpu-1-room-log.svg"
      Dir.glob(File.join(folder, "_site/charts/*.svg")).each do |path|
        assert_equal "svg", REXML::Document.new(File.read(path, encoding: "UTF-8")).root.name
      end
    end
  end

  def test_pages_with_charts_of_one_name_keep_their_files_apart
    source do |folder|
      put(folder, "page.html", "#{RealtimeBench::SiteSource::PAGE}#{CHART}")
      site(folder).process
      assert_path_exists File.join(folder, "_site/page/charts/latency-1-room.svg")
      assert_path_exists File.join(folder, "_site/charts/latency-1-room.svg")
    end
  end

  def test_a_file_names_its_page_where_the_site_has_an_address
    source do |folder|
      File.write(File.join(folder, "_config.yml"), "url: https://example.org\n", mode: "a")
      site(folder).process
      assert_includes built(folder, "charts/latency-1-room.svg"), "Measured 2001-01-01. Source: Realtime Bench, https://example.org/"
    end
  end

  def test_the_first_chart_is_what_a_link_to_the_page_shows
    source do |folder|
      put(folder, "page.html", "#{RealtimeBench::SiteSource::PAGE}#{CHART}")
      put(folder, "_posts/2024-01-01-a.md", "---\ntitle: A\ncomparison: chat\n---\n\n#{CHART}\n")
      site(folder).process
      { "index.html" => "/charts/latency-1-room.png", "page.html" => "/page/charts/latency-1-room.png",
        "2024/a/index.html" => "/2024/a/charts/latency-1-room.png", }.each do |page, picture|
        html = built(folder, page)
        assert_match(/<meta property="og:image" content="[^"]*#{Regexp.escape(picture)}"/, html)
        assert_includes html, '<meta property="og:image:alt" content="Latency, 1 room"'
        png = File.binread(File.join(folder, "_site", picture))
        assert_equal [1200, 630], png.byteslice(16, 8).unpack("N2")
      end
    end
  end

  def test_the_feed_shows_pictures_of_the_files
    source do |folder|
      put(folder, "_posts/2024-01-01-a.md", "---\ntitle: A\ncomparison: chat\n---\n\nText.\n\n#{CHART}\n")
      site(folder).process
      feed = built(folder, "feed.xml")
      assert_includes feed, '<img src="/2024/a/charts/latency-1-room.svg" alt="Latency, 1 room">'
      refute_includes feed, 'class="plot"'
      assert_path_exists File.join(folder, "_site/2024/a/charts/latency-1-room.svg")
    end
  end

  def test_a_watching_build_draws_a_new_file_and_forgets_a_chart_that_is_gone
    source do |folder|
      watched = site(folder)
      watched.process
      before = built(folder, "charts/latency-1-room.svg")
      put(folder, "data/chat/new.tsv", tsv(row(technology: "newcomer", users: 60)))
      capture_io { watched.process }
      refute_equal before, built(folder, "charts/latency-1-room.svg")
      put(folder, "index.md", RealtimeBench::SiteSource::PAGE)
      capture_io { watched.process }
      refute_path_exists File.join(folder, "_site/charts/latency-1-room.svg")
    end
  end

  def test_technologies_that_another_comparison_of_the_page_shows_are_drawn_as_the_script_draws_them
    html = page(CHART, nil, "further_comparisons: [chat-latency]\n")
    assert_equal 1, html.scan(DRAWING).length
  end

  def test_where_node_is_missing_too_old_or_dies_half_way_the_build_stops_with_one_line
    {
      nil => /Not built: Node\.js is missing \(expected version 18\.20 or newer/,
      "[ \"$1\" = --version ] && echo v16.1.0 || exit 1" =>
        /Not built: Node\.js 16\.1\.0 is too old \(expected 18\.20 or newer\)/,
      "[ \"$1\" = --version ] && echo v20.0.0 || kill -9 $$" =>
        /Not built: script.read-results\.mjs was ended by signal 9: it said nothing/,
      "echo '{\"faults\": ['" => /Not built: script.read-results\.mjs wrote no whole answer \(expected a JSON document\)/,
    }.each do |node, message|
      source do |folder|
        output, status = jekyll_build(folder, path: path_with(folder, node))
        refute_predicate status, :success?
        assert_match message, output
        refute_match(/\.rb:\d+:in /, output)
        refute_path_exists File.join(folder, "_site")
      end
    end
  end

  def test_a_page_without_results_draws_nothing
    html = page(CHART, {})
    refute_match DRAWING, html
  end

  private

  # A PATH on which `node` is a shell script of this text, or isn't there.
  def path_with(folder, node)
    bin = File.join(folder, ".bin")
    FileUtils.mkdir_p(bin)
    commands = ENV.fetch("PATH").split(":").flat_map { |place| Dir.glob(File.join(place, "*")) }
    commands.uniq { |path| File.basename(path) }.each do |path|
      File.symlink(path, File.join(bin, File.basename(path))) unless File.basename(path) == "node"
    end
    put(folder, ".bin/node", "#!/bin/sh\n#{node}\n") if node
    File.chmod(0o755, File.join(bin, "node")) if node
    bin
  end
end
