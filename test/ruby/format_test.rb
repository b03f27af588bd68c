# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/figure_format"
require_relative "../../_plugins/realtime_bench/inline_json"
require_relative "../../_plugins/realtime_bench/page_figures"

# Figures in text, and figures in the page's JSON.
class FormatTest < RealtimeBench::TestCase
  VECTORS = JSON.parse(File.read(File.join(FIXTURES, "format.json"), encoding: "UTF-8"))
  Format = RealtimeBench::FigureFormat

  VECTORS["figure"].each do |vector|
    define_method("test_figure_#{vector["value"].inspect}_is_written_#{vector["text"]}") do
      assert_equal vector["text"], Format.figure(vector["value"])
    end
  end

  VECTORS["count"].each do |vector|
    define_method("test_count_#{vector["value"].inspect}_is_written_#{vector["text"]}") do
      assert_equal vector["text"], Format.count(vector["value"])
    end
  end

  VECTORS["interval"].each do |vector|
    define_method("test_interval_#{vector["mean"].inspect}_#{vector["ci95"].inspect}_is_written_#{vector["text"]}") do
      assert_equal vector["text"], Format.interval(vector["mean"], vector["ci95"])
    end
  end

  VECTORS["tick"].each do |vector|
    define_method("test_tick_#{vector["value"]}_of_#{vector["largest"]}_is_written_#{vector["text"]}") do
      assert_equal vector["text"], Format.tick(vector["value"], vector["largest"])
    end
  end

  def test_a_unit_follows_after_a_no_break_space
    VECTORS["unit"].each { |vector| assert_equal vector["result"], Format.with_unit(vector["text"], vector["unit"]) }
  end

  def test_inline_json_cannot_end_its_script_element
    text = RealtimeBench::InlineJson.dump("a" => "</script><!-- \u2028 & \u2029")
    refute_match(/[<>&\u2028\u2029]/, text)
    assert_equal "</script><!-- \u2028 & \u2029", JSON.parse(text).fetch("a")
  end

  def test_pages_figures_have_four_significant_digits_and_exact_counts
    figures = RealtimeBench::PageFigures.round([1234.56789, 0.000123456789, 40.0, 123_456_789, 123_456.7, nil, true])
    assert_equal [1235, 0.0001235, 40, 123_456_789, 123_457, nil, true], figures
  end

  def test_their_intervals_have_four_and_are_no_finer_than_their_means
    cells = { "mean" => [123.456789, 123.456789, 0.99999999, 5.4321, 5.0, nil, 0.0],
              "ci95" => [45.6789123, 1.23456789, 0.0123456789, 12_345.6, 0.0, nil, 0.123456], }
    assert_equal({ "mean" => [123.5, 123.5, 1, 5.432, 5, nil, 0], "ci95" => [45.7, 1.2, 0.012, 12_346, 0.0, nil, 0.1235] },
                 RealtimeBench::PageFigures.round(cells))
  end
end
