# frozen_string_literal: true

require "rexml/document"
require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/chart_spec"
require_relative "../../_plugins/realtime_bench/page_figures"
require_relative "../../_plugins/realtime_bench/svg/page_chart"
require_relative "../../_plugins/realtime_bench/svg/site_style"

# What the build draws: the points, gaps, doubts and colours of the browser's charts.
class SvgChartTest < RealtimeBench::TestCase
  Svg = RealtimeBench::Svg
  LINE = { "kind" => "line", "y" => "latency", "rooms" => "1" }.freeze
  BUBBLE = { "kind" => "bubble", "x" => "memory", "y" => "cpu", "size" => "latency", "rooms" => "1", "users" => "10" }.freeze

  # Latencies by users: 10, 20, 30 and 40 users make 50, 200, 450 and 800 thousand messages.
  def rows(technology, latencies)
    latencies.map { |users, latency| json_row(technology: technology, users: users, latency_mean_ms: latency) }
  end

  def chart(rows, words = LINE, shown: nil, run: run_statement)
    made = RealtimeBench::PageFigures.round(dataset("chat/results.json" => json(rows, run: run)))
    Svg::PageChart.new(RealtimeBench::ChartSpec.new(words, made), shown || made["shown"])
  end

  def drawn(...)
    REXML::Document.new(chart(...).inline).root
  end

  def all(root, path)
    REXML::XPath.match(root, path)
  end

  def ends(element)
    element.attributes["href"].split("-").last
  end

  def test_a_point_stands_at_its_share_of_both_axes
    points = all(drawn(rows("node-ws", 10 => 1, 40 => 4)), "//use")
    assert_equal([%w[6.3% 75%], %w[100% 0%]], points.map { |point| [point.attributes["x"], point.attributes["y"]] })
  end

  def test_a_technology_has_its_colours_its_dash_and_its_shape
    root = drawn(rows("node-cluster", 10 => 1, 20 => 2))
    assert_equal "--look-light:#183d63;--look-dark:#c1ceff", all(root, "//g[@class='series']").first.attributes["style"]
    assert_equal "6 3", all(root, "//path[not(@class)]").first.attributes["stroke-dasharray"]
    assert_equal(%w[triangle triangle], all(root, "//use").map { |point| ends(point) })
  end

  def test_a_cell_that_is_missing_leaves_a_gap
    results = rows("node-ws", 10 => 1, 20 => 2, 30 => 3, 40 => 4) + rows("node-cluster", 10 => 1, 20 => 2, 40 => 4)
    paths = all(drawn(results), "//path[not(@class)]").map { |path| path.attributes["d"].scan(/[MVH]/).length }
    assert_equal [1, 1], paths
    points = all(drawn(results), "//use").map { |point| ends(point) }.tally
    assert_equal({ "circle" => 4, "triangle" => 3 }, points)
  end

  def test_a_line_goes_on_beyond_its_gap
    results = rows("node-ws", 30 => 3) + rows("node-cluster", 10 => 1, 20 => 2, 40 => 4, 50 => 5)
    line = all(drawn(results), "//path[@stroke-dasharray]").first.attributes["d"]
    assert_equal 2, line.count("M")
  end

  def test_only_technologies_shown_are_drawn_the_first_above_the_others
    results = rows("node-ws", 10 => 1) + rows("node-cluster", 10 => 2) + rows("vertx", 10 => 3)
    assert_equal(%w[triangle circle], all(drawn(results, shown: %w[node-ws node-cluster]), "//use").map { |point| ends(point) })
  end

  def test_points_are_hollow_ringed_and_crossed_as_their_cells_ask
    results = [json_row(users: 10, client_saturated: true), json_row(users: 20, lost_deliveries: 3, expected_deliveries: 9),
               json_row(users: 30, outcome: "drain_timeout"),]
    root = drawn(results)
    assert_equal(["hollow", nil, nil], all(root, "//use[@href='#point-circle']").map { |point| point.attributes["class"] })
    ring = all(root, "//circle[@class='ring']")
    assert_equal(%w[33.3%], ring.map { |one| one.attributes["cx"] })
    assert_equal(%w[75%], all(root, "//use[@href='#cross']").map { |one| one.attributes["x"] })
  end

  def test_where_nothing_was_measured_the_cross_is_on_the_axis_and_the_technology_is_missing
    failed = json_row(technology: "node-cluster", users: 20, outcome: "server_exited").except("latency_mean_ms")
    both = chart(rows("node-ws", 10 => 1) + [failed])
    cross = REXML::XPath.first(REXML::Document.new(both.inline), "//use[@href='#cross']")
    assert_equal "100%", cross.attributes["y"]
    assert_equal ["Node.js cluster"], both.missing
  end

  def test_an_interval_is_a_whisker_unless_its_point_covers_it
    wide = [1, 3].each_with_index.map { |latency, index| json_row(iteration: index + 1, latency_mean_ms: latency) }
    assert_equal 1, all(drawn(wide), "//path[@class='whisker']").length
    narrow = [1, 1.0001].each_with_index.map { |latency, index| json_row(iteration: index + 1, latency_mean_ms: latency) }
    assert_empty all(drawn(narrow), "//path[@class='whisker']")
  end

  # Twice the mean is as far as the axis reaches; the interval of two iterations goes from below zero to beyond it.
  def test_a_whisker_that_the_axis_cuts_off_has_no_cap_there
    wide = [1, 3].each_with_index.map { |latency, index| json_row(iteration: index + 1, latency_mean_ms: latency) }
    assert_equal "M83.3 0V100", all(drawn(wide), "//path[@class='whisker']").first.attributes["d"]
  end

  def test_the_noise_floor_is_a_line
    run = run_statement.merge("noise_floor" => { "method" => "echo", "latency_mean_ms" => 0.5, "latency_p50_ms" => 0.4,
                                                 "latency_p99_ms" => 0.9, })
    floor = all(drawn(rows("node-ws", 10 => 1), run: run), "//line[@class='floor']")
    assert_equal(%w[50%], floor.map { |line| line.attributes["y1"] })
  end

  def test_many_lines_are_drawn_finer_than_few
    ids = %w[node-ws node-cluster akka-play vertx go-coder rust-axum bun cpp-beast spring-jetty]
    fine = ->(count) { drawn(ids.first(count).flat_map { |id| rows(id, 10 => 1) }, shown: ids).to_s.scan("#fine-").length }
    assert_equal [0, 9], [fine.call(8), fine.call(9)]
  end

  def test_the_drawing_says_what_it_is_and_names_no_element_by_an_id
    root = drawn(rows("node-ws", 10 => 1))
    assert_equal "img", root.attributes["role"]
    assert_equal "Latency, 1 room", root.elements["title"].text
    assert_match(/\ALine chart: latency in ms against messages delivered/, root.elements["desc"].text)
    assert_empty all(root, "//*[@id]")
  end

  def test_axes_are_titled_and_labelled
    texts = all(drawn(rows("node-ws", 10 => 1, 40 => 4)), "//text").map(&:text)
    assert_equal ["0", "200K", "400K", "600K", "800K", "Messages delivered",
                  "0", "1", "2", "3", "4", "Latency, mean (ms)",], texts
  end

  def bubbles(latencies)
    latencies.map.with_index do |(technology, latency), index|
      json_row(technology: technology, latency_mean_ms: latency, cpu_percent: 40 + (10 * index), memory_mib: 50 + (40 * index))
    end
  end

  def test_a_bubble_has_the_area_of_its_value_and_its_name_beside_it
    root = drawn(bubbles("node-ws" => 4, "node-cluster" => 1), BUBBLE)
    assert_equal(%w[36 18], all(root, "//circle[@class='bubble']").map { |circle| circle.attributes["r"] })
    assert_equal(["Node.js", "Node.js cluster"], all(root, "//g[@class='wide']//text").map(&:text))
    assert_equal(["Node.js", "Node.js cluster"], all(root, "//g[@class='narrow']//text").map(&:text))
  end

  def test_a_hidden_bubble_leaves_the_size_of_the_others_as_it_is
    root = drawn(bubbles("node-ws" => 4, "node-cluster" => 1), BUBBLE, shown: ["node-cluster"])
    assert_equal(%w[18], all(root, "//circle[@class='bubble']").map { |circle| circle.attributes["r"] })
  end

  def test_a_bubble_without_all_its_figures_is_missing
    results = bubbles("node-ws" => 4, "node-cluster" => 1)
    results[1].delete("memory_mib")
    assert_equal ["Node.js cluster"], chart(results, BUBBLE).missing
  end

  def test_the_size_key_has_round_values_to_the_bubbles_scale
    entries = chart(bubbles("node-ws" => 812), BUBBLE).size_key["entries"]
    assert_equal(["500\u00a0ms", "200\u00a0ms", "50.0\u00a0ms"], entries.map { |entry| entry["text"] })
    assert_equal((36 * Math.sqrt(500 / 812.0)).round(1), entries.first["radius"])
  end

  def test_a_file_of_its_own_has_title_legend_source_date_shapes_and_styles
    files = chart(rows("node-ws", 10 => 1, 20 => 2)).documents("The <site>", Svg::SiteStyle.read(ROOT))
    assert_equal %w[linear log], files.keys
    files.each_value do |text|
      root = REXML::Document.new(text).root
      texts = all(root, "//*[local-name()='text']").map(&:text)
      assert_equal "http://www.w3.org/2000/svg", root.namespace
      assert_includes texts, "Latency, 1 room"
      assert_includes texts, "Node.js"
      assert_includes texts, "The <site>, measured 2024-05-01"
      assert_includes text, "--ground: #ffffff"
      assert_includes text, "@media screen and (prefers-color-scheme: dark) {:root {"
      ids = all(root, "//@id").map(&:value)
      assert_equal ids.uniq, ids
      assert_empty text.scan(/href="#([^"]+)"/).flatten.uniq - ids
    end
  end

  def look(name)
    { "name" => name, "dash" => [], "shape" => "circle", "color" => { "light" => "#000000", "dark" => "#ffffff" } }
  end

  def test_text_is_escaped
    assert_includes Svg::Legend.new([look("<b>&\"")], 100).to_s, ">&lt;b&gt;&amp;&quot;</text>"
  end

  def test_a_legend_breaks_into_rows_where_its_width_ends
    two = [look("A name")] * 2
    assert_equal([20, 40, 0], [[two, 300], [two, 120], [[], 300]].map { |words| Svg::Legend.new(*words).height })
  end
end
