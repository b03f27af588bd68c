# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/figure_format"
require_relative "../../_plugins/realtime_bench/svg/labels"
require_relative "../../_plugins/realtime_bench/svg/scale"
require_relative "../../_plugins/realtime_bench/svg/text"

# Axes and places of names in the build's drawings: those of the browser's charts, by the same vectors.
class SvgScaleTest < RealtimeBench::TestCase
  Svg = RealtimeBench::Svg
  TICKS = JSON.parse(File.read(File.join(FIXTURES, "ticks.json"), encoding: "UTF-8"))["axes"]
  NAMES = JSON.parse(File.read(File.join(FIXTURES, "labels.json"), encoding: "UTF-8"))

  TICKS.each do |vector|
    title = vector.values_at("axis", "scale", "values", "grace").compact.join("_")
    define_method("test_ticks_#{title}") do
      axis = axis_of(vector)
      assert_equal vector["ticks"].length, axis.ticks.length
      vector["ticks"].zip(axis.ticks) { |expected, found| assert_in_epsilon expected, found, 1e-9 }
      assert_equal(vector["labels"], axis.ticks.map { |tick| RealtimeBench::FigureFormat.tick(tick, axis.largest) })
    end

    define_method("test_range_#{title}") do
      axis = axis_of(vector)
      assert_in_epsilon vector["to"], axis.largest, 1e-9
      assert_in_delta 0, axis.at(vector["from"]), 1e-9
      assert_in_delta 1, axis.at(vector["to"]), 1e-9
    end
  end

  NAMES["cases"].each do |vector|
    define_method("test_names_of_bubbles_#{vector["about"].tr(" ", "_")}") do
      named = vector["named"].map { |one| Svg::Labels::Named.new(*one.values_at("x", "y", "r", "width")) }
      placed = Svg::Labels.place(named, Svg::Labels::Area.new(*NAMES["area"].values_at("left", "right", "top", "bottom")))
      found = placed.map { |one| { "left" => one.left.round(4), "top" => one.top.round(4), "far" => one.far } }
      assert_equal(vector["placed"].map { |one| one.merge("left" => one["left"].round(4), "top" => one["top"].round(4)) }, found)
    end
  end

  def test_a_linear_axis_places_values_in_proportion_and_a_logarithmic_one_by_decades
    assert_in_delta 0.25, Svg::Scale.of("linear", [100]).at(25)
    assert_in_delta 0.5, Svg::Scale.of("log", [1, 100]).at(10)
    assert_in_delta 0, Svg::Scale.of("log", [1, 100]).at(0)
  end

  def test_coordinates_have_a_tenth_at_most_and_no_empty_one
    assert_equal %w[0 12.5 12 -3 100%], [Svg::Text.number(-0.04), Svg::Text.number(12.46), Svg::Text.number(12.0),
                                         Svg::Text.number(-3), Svg::Text.percent(1),]
  end

  def test_widths_grow_with_text_and_size
    assert_in_delta 6.672, Svg::Text.width("0", 12)
    assert_in_delta 3 * 6.672, Svg::Text.width("1–9", 12)
    assert_operator Svg::Text.width("Node.js", 13, bold: true), :>, Svg::Text.width("Node.js", 13)
  end

  private

  # Chart.js is told the grace in per cent.
  def axis_of(vector)
    words = { most: vector["most"], grace: vector["grace"] && (vector["grace"].to_f / 100) }.compact
    Svg::Scale.of(vector["scale"], vector["values"], **words)
  end
end
