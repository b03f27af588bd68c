# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/charts/chart_spec"
require_relative "../../_plugins/realtime_bench/prose/quotation"

# The words with which pages ask for charts and figures, and what they get.
class PageWordsTest < RealtimeBench::TestCase
  FIXTURE = RealtimeBench::TestSupport.fixtures.dig("datasets", "chat").freeze
  LINE = { "kind" => "line", "y" => "latency", "rooms" => 2 }.freeze
  BUBBLE = { "kind" => "bubble", "x" => "memory", "y" => "cpu", "size" => "latency", "rooms" => 1, "users" => 60 }.freeze
  QUOTE = { "technology" => "node-ws", "rooms" => "1", "users" => "60", "metric" => "latency" }.freeze

  def chart(words, dataset = FIXTURE)
    RealtimeBench::ChartSpec.new(words, dataset)
  end

  def quote(words, dataset = FIXTURE)
    RealtimeBench::Quotation.new(words, dataset).to_s
  end

  def refusal(words)
    assert_raises(RealtimeBench::UnknownWord) { chart(words).to_h }.message
  end

  def test_a_line_chart_is_its_spec
    assert_equal({ "kind" => "line", "comparison" => "chat", "x" => "messages", "y" => "latency",
                   "fixed" => { "rooms" => 2 }, "title" => "Latency, 2 rooms", }, chart(LINE).to_h)
    assert_equal "latency-2-rooms", chart(LINE).id
  end

  def test_a_bubble_chart_is_its_spec
    assert_equal({ "kind" => "bubble", "comparison" => "chat", "x" => "memory", "y" => "cpu", "size" => "latency",
                   "fixed" => { "rooms" => 1, "users" => 60 }, "title" => "CPU, memory and latency", },
                 chart(BUBBLE).to_h)
  end

  def test_a_bubble_chart_without_a_cell_opens_with_the_datasets_and_keeps_its_id
    words = BUBBLE.reject { |word| %w[rooms users].include?(word) }
    opened = chart(words, FIXTURE.merge("opening_cell" => { "rooms" => 2, "users" => 20 }))
    assert_equal [{ "rooms" => 2, "users" => 20 }, "cpu-bubbles"], [opened.to_h["fixed"], opened.id]
    assert_predicate chart(words, dataset({})), :empty?
  end

  def test_a_page_may_choose_axis_title_and_id
    words = chart(LINE.merge("x" => "users", "title" => "By users", "id" => "here"))
    assert_equal ["users", "By users", "here"], [words.to_h["x"], words.title, words.id]
  end

  def test_unknown_words_are_answered_with_the_known_ones
    metrics = "latency, cpu, memory, deliveries, cpu_cost, memory_per_user"
    {
      LINE.merge("kind" => "pie") => 'kind "pie" is unknown (expected one of line, bubble)',
      LINE.merge("y" => "latencies") => "metric \"latencies\" is unknown (expected one of #{metrics})",
      LINE.reject { |word| word == "y" } => "no metric is given (expected one of #{metrics})",
      LINE.merge("x" => "time") => 'axis "time" is unknown (expected one of messages, users)',
      LINE.merge("rooms" => 3) => 'value of rooms "3" is unknown (expected one of 1, 2, 4)',
      LINE.merge("rooms" => "two") => 'value of rooms "two" is unknown (expected one of 1, 2, 4)',
      BUBBLE.merge("users" => 35) => 'value of users "35" is unknown (expected one of 10, 20, 30, 40, 50, 60)',
      BUBBLE.reject { |word| word == "rooms" } => "no value of rooms is given (expected one of 1, 2, 4)",
      LINE.merge("room" => 2) => 'word "room" is unknown (expected one of kind, comparison, x, y, size, title, id, drawing, ' \
                                 "statistic, rooms, users)",
    }.each { |words, message| assert_equal message, refusal(words) }
  end

  def test_without_results_a_chart_is_empty_and_no_value_is_wrong
    empty = dataset({})
    assert_predicate chart(LINE, empty), :empty?
    assert_equal "Latency, 2 rooms", chart(LINE, empty).title
  end

  def test_a_figure_is_quoted_with_its_unit
    cells = dataset("chat/a.json" => json([json_row(latency_mean_ms: 1234.5, latency_p99_ms: 0.5)]))
    words = QUOTE.merge("users" => "10")
    assert_equal "1,235\u00a0ms", quote(words, cells)
    assert_equal "0.500\u00a0ms", quote(words.merge("statistic" => "p99"), cells)
  end

  def test_a_figure_that_the_data_lacks_is_refused
    {
      QUOTE.merge("users" => "35") => 'value of users "35" is unknown (expected one of 10, 20, 30, 40, 50, 60)',
      QUOTE.merge("technology" => "akka") => 'technology "akka" is unknown (expected one of node-ws, node-cluster)',
      QUOTE.merge("metric" => "memory", "statistic" => "p99") =>
        'statistic of memory "p99" is unknown (expected one of mean, max)',
      QUOTE.reject { |word| word == "users" } => /\Ano value of users is given \(expected one of 10, 12/,
      QUOTE.merge("technology" => "node-cluster", "rooms" => "2", "users" => "30") =>
        /\Acell "node-cluster with 2 rooms, 30 users" is unknown \(expected one of \(1 room, 10 users\), /,
    }.each do |words, message|
      assert_operator message, :===, assert_raises(RealtimeBench::UnknownWord) { quote(words) }.message
    end
  end

  def test_a_figure_that_no_iteration_measured_is_refused
    cells = dataset("chat/a.json" => json([json_row]))
    error = assert_raises(RealtimeBench::UnknownWord) { quote(QUOTE.merge("users" => "10", "metric" => "cpu"), cells) }
    assert_equal 'figure "cpu of node-ws with 1 room, 10 users" is unknown (none is there)', error.message
  end

  def test_without_results_a_figure_is_a_dash
    assert_equal "–", quote(QUOTE, dataset({}))
  end
end
