# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/tables/ranks"

# The table of marks that stands where a sentence would have too many figures.
class RanksTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  # Two iterations a technology, so that each mean has an interval.
  LATENCIES = { "node-ws" => [1.0, 1.02], "node-cluster" => [2.0, 2.02], "bun" => [1.5, 9.0], "vertx" => [10.0, 10.0] }.freeze
  FLOOR = { "method" => "echo", "latency_mean_ms" => 0.5, "latency_p50_ms" => 0.4, "latency_p99_ms" => 0.9 }.freeze
  WORDS = { "metric" => "latency", "rooms" => 1, "users" => 10 }.freeze
  INCLUDE = '{% include ranks.html metric="latency" rooms=1 users=10'

  def file(latencies = LATENCIES, floor: FLOOR)
    rows = latencies.flat_map do |technology, values|
      values.each_with_index.map { |value, i| json_row(technology: technology, iteration: i + 1, latency_mean_ms: value) }
    end
    json(rows, run: run_statement.merge("noise_floor" => floor).compact)
  end

  def ranks(words = {}, content = file)
    RealtimeBench::Ranks.new({ **WORDS, **words }, dataset("chat/run.json" => content))
  end

  def names(ranks)
    ranks.rows.map { |row| row.dig("technology", "id") }
  end

  def built_page(rest = "")
    page("#{INCLUDE}#{rest} %}", "data/chat/run.json" => file)
  end

  def test_rows_are_in_the_order_of_the_figure_from_either_end_and_as_many_as_asked_for
    assert_equal %w[node-ws node-cluster bun vertx], names(ranks)
    assert_equal %w[vertx bun], names(ranks("from" => "highest", "first" => "2"))
    assert_equal %w[node-ws vertx], names(ranks("among" => "vertx, node-ws"))
  end

  def test_a_dot_stands_on_the_scale_that_the_metrics_charts_open_with
    assert_predicate ranks, :log?
    shares = ranks("among" => "vertx, node-ws").rows.map { |row| row.dig("cell", "share") }
    assert_equal %w[0 1], shares
    assert_equal "1.01", ranks.rows.first.dig("cell", "text")
  end

  def test_what_lies_within_the_noise_floor_of_the_first_is_shaded
    low, high = ranks.floor.values_at("low", "high").map(&:to_f)
    second = ranks.rows[1].dig("cell", "share").to_f
    assert_equal 0, low
    assert_operator high, :<, second
    assert_equal "0.500\u00a0ms", ranks.floor["text"]
    from_the_top = ranks("from" => "highest").floor
    assert_operator from_the_top["low"].to_f, :<, from_the_top["high"].to_f
    assert_nil ranks({}, file(floor: nil)).floor
  end

  def test_the_page_has_a_table_that_says_what_it_is_and_a_row_a_technology
    html = built_page
    assert_includes html, "<strong>Latency mean, 1 room, 10 users</strong>. Lowest first."
    assert_includes html, "the noise floor, 0.500\u00a0ms"
    assert_equal 4, html.scan('<th scope="row">').length
    titled = built_page(' from="highest" title="Who waits"')
    assert_includes titled, "<strong>Who waits, 1 room, 10 users</strong>. Highest first."
  end

  def test_a_sentence_that_would_hold_more_than_three_figures_stops_the_build_and_is_told_of_ranks
    Jekyll.logger.log_level = :error
    capture_subprocess_io do
      error = assert_raises(Liquid::Error) do
        page('{% ranking metric="latency" rooms=1 users=10 %}', "data/chat/run.json" => file)
      end
      told = /page\.html: {% ranking .* %}: 4 figures in a sentence \(expected at most 3.*{% include ranks\.html %} draws more\)/
      assert_match told, error.message
    end
  end

  def test_a_word_that_the_data_does_not_know_stops_the_build_and_no_results_are_no_fault
    assert_match(/page\.html: word "room" is unknown/, page_error("#{INCLUDE} room=1 %}"))
    assert_includes page("#{INCLUDE} %}", {}), "No results for this table yet."
  end
end
