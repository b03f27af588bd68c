# frozen_string_literal: true

require_relative "test_helper"
require "jekyll"
require_relative "../../_plugins/describe_charts"
require_relative "../../_plugins/realtime_bench/figures/figure_format"

# Figures in sentences, and JSON in pages.
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

  def test_a_unit_follows_after_a_no_break_space
    VECTORS["unit"].each { |vector| assert_equal vector["result"], Format.with_unit(vector["text"], vector["unit"]) }
  end

  def test_inline_json_cannot_end_its_script_element
    text = Object.new.extend(RealtimeBench::DescribeCharts).inline_json("a" => "</script><!-- \u2028 & \u2029")
    refute_match(/[<>&\u2028\u2029]/, text)
    assert_equal "</script><!-- \u2028 & \u2029", JSON.parse(text).fetch("a")
  end
end
