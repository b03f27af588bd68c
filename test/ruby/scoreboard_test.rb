# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/tables/scoreboard"

# The table by which a comparison's page answers first.
class ScoreboardTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  MEASURED = { "data/chat/run.tsv" => File.read(File.join(FIXTURES, "capacity.tsv"), encoding: "UTF-8") }.freeze
  CARRIES = { "label" => "Carries", "metric" => "latency", "statistic" => "p99", "limit" => 100, "at" => { "rooms" => 1 } }.freeze
  LATENCY = { "metric" => "latency", "statistic" => "p99", "at" => { "rooms" => 1, "users" => 10 } }.freeze
  SEARCHED = CARRIES.merge("search" => { "comparison" => "chat-capacity", "at" => { "rooms" => 1, "interval_ms" => 10 } }).freeze
  NO_SEARCHES = MEASURED.merge(RealtimeBench::SiteSource::COMPARISONS).freeze
  SEARCHES = NO_SEARCHES.merge(RealtimeBench::SiteSource::SEARCHES).freeze
  CODE = { "label" => "Code", "fact" => "source_lines", "unit" => "lines" }.freeze
  FACTS = [{ "technology" => "node-ws", "source_lines" => 1200 }, { "technology" => "vertx", "source_lines" => 600 }].freeze

  def board(*columns, facts: FACTS, files: MEASURED)
    datasets = results(files.transform_keys { |path| path.delete_prefix("data/") }).fetch("datasets")
    RealtimeBench::Scoreboard.new(columns, datasets.fetch("chat"), facts, datasets)
  end

  def cells(board, technology)
    board.rows.find { |row| row.dig("technology", "id") == technology }["cells"]
  end

  def test_rows_are_sorted_by_the_first_column_and_ties_by_the_next
    ids = board(CARRIES, CODE).rows.map { |row| row.dig("technology", "id") }
    assert_equal %w[node-cluster node-ws rust-axum vertx go-coder bun], ids
  end

  def test_a_load_that_may_be_greater_is_sorted_above_its_equal_and_drawn_as_long
    shown = board(CARRIES)
    assert_equal({ "text" => "≥ 40", "interval" => nil, "value" => 40.5, "searched" => nil, "share" => "1", "low" => nil,
                   "high" => nil, },
                 cells(shown, "node-cluster").first)
    assert_equal ["20", nil, ".5"], cells(shown, "node-ws").first.values_at("text", "value", "share")
    assert_equal ["< 10", 0, "0"], cells(shown, "bun").first.values_at("text", "value", "share")
  end

  def test_a_load_that_a_search_found_stands_in_place_of_the_grids_with_its_interval
    shown = board(SEARCHED, files: SEARCHES)
    assert_equal ["43.3", " ± 1.4", nil, "43.33 1.43"],
                 cells(shown, "node-ws").first.values_at("text", "interval", "value", "searched")
    assert_equal ["≥ 40", nil], cells(shown, "node-cluster").first.values_at("text", "searched")
    assert_predicate shown, :searched?
  end

  def test_a_search_that_the_client_ended_tells_the_least_and_one_that_did_not_end_tells_nothing
    shown = board(SEARCHED, files: SEARCHES)
    assert_equal ["≥ 61", nil, 61.5, "61"], cells(shown, "rust-axum").first.values_at("text", "interval", "value", "searched")
    assert_equal ["10", nil], cells(shown, "go-coder").first.values_at("text", "searched")
    assert_equal %w[0 0], cells(shown, "bun").first.values_at("text", "share")
  end

  def test_bars_and_order_are_of_the_searched_and_the_others_alike
    shown = board(SEARCHED, files: SEARCHES)
    ids = shown.rows.map { |row| row.dig("technology", "id") }
    assert_equal %w[rust-axum node-ws node-cluster], ids.first(3)
    assert_equal %w[1 .71 .687 .734 .656], [cells(shown, "rust-axum").first["share"],
                                            *cells(shown, "node-ws").first.values_at("share", "low", "high"),
                                            cells(shown, "node-cluster").first["share"],]
  end

  def test_without_a_search_at_its_place_the_column_is_the_grids
    elsewhere = SEARCHED.merge("search" => SEARCHED["search"].merge("at" => { "rooms" => 2, "interval_ms" => 10 }))
    [board(SEARCHED, files: NO_SEARCHES), board(elsewhere, files: SEARCHES)].each do |shown|
      assert_equal board(CARRIES).rows.map { |row| row["cells"] }, shown.rows.map { |row| row["cells"] }
      refute_predicate shown, :searched?
    end
  end

  def test_the_page_tells_scripts_what_was_searched_and_readers_what_stands_there
    include = "{% include scoreboard.html %}"
    html = page(include, SEARCHES)
    assert_includes html, '<td data-searched="43.33 1.43" style="--share:.71;--low:.687;--high:.734">43.3<span'
    assert_includes html, "Carries: as a search found it, else the most of the grid. ≥: may be more."
    plain = page(include, NO_SEARCHES)
    refute_match(/search/i, plain[%r{<table class="scoreboard".*?</table>}m])
    assert_includes plain, "technologies. ≥: may be more."
  end

  def test_only_a_table_in_which_a_figure_may_be_more_says_so
    assert_predicate board(CARRIES), :open?
    refute_predicate board(LATENCY), :open?
  end

  def test_a_figure_of_another_comparison_stays_as_built
    shown = board(SEARCHED["search"].merge("metric" => "capacity"), files: SEARCHES)
    assert_equal ["43.3", " ± 1.4"], cells(shown, "node-ws").first.values_at("text", "interval")
    assert_equal({ "text" => "–" }, cells(shown, "vertx").first)
    assert_nil shown.headings.first["of"]
  end

  def test_a_relative_figure_is_in_percent_of_one_technologys_and_says_where_it_may_be_more
    relative = SEARCHED["search"].merge("metric" => "capacity", "relative_to" => "node-ws", "label" => "Relative",
                                        "unit" => "% of ws")
    shown = board(relative, files: SEARCHES)
    assert_equal ["100", nil], cells(shown, "node-ws").first.values_at("text", "interval")
    assert_equal ["≥ 141", 141], cells(shown, "rust-axum").first.values_at("text", "value")
    assert_equal ["relative", "Relative", "% of ws", nil, nil, "higher", "bar"], shown.headings.first.values
  end

  def test_columns_of_the_same_figure_are_told_apart_by_their_comparison
    column = SEARCHED["search"].merge("metric" => "capacity")
    assert_equal %w[capacity-mean capacity-mean-chat-capacity],
                 board(column, column, files: SEARCHES).headings.map { |heading| heading["word"] }
  end

  def test_nothing_is_relative_to_what_has_no_figure
    relative = SEARCHED["search"].merge("metric" => "capacity", "relative_to" => "vertx", "label" => "Relative", "unit" => "%")
    assert_equal({ "text" => "–" }, cells(board(relative, files: SEARCHES), "node-ws").first)
  end

  def test_heads_say_what_is_counted_where_and_which_way_is_better
    carries, latency, code = board(CARRIES, LATENCY.merge("scale" => "log"), CODE).headings
    of_capacity = { "figure" => "latency-p99", "cell" => "rooms=1", "limit" => 100 }
    of_latency = { "figure" => "latency-p99", "cell" => "rooms=1&users=10" }
    assert_equal ["carries", "Carries", "users per room, 1 room", "p99 ≤ 100\u00a0ms", of_capacity, "higher", "bar"],
                 carries.values
    assert_equal ["latency-p99", "Latency p99", "ms", "1 room, 10 users", of_latency, "lower", "dot"], latency.values
    assert_equal ["source_lines", "Code", "lines", nil, nil, "lower", "bar"], code.values
  end

  def test_what_is_not_known_is_a_dash_and_a_text_that_is_no_plain_number_tells_its_value
    shown = board(CODE)
    assert_equal({ "text" => "–" }, cells(shown, "bun").first)
    assert_equal ["1,200", 1200, "1"], cells(shown, "node-ws").first.values_at("text", "value", "share")
    assert_equal ["600", nil, ".5"], cells(shown, "vertx").first.values_at("text", "value", "share")
  end

  def test_a_logarithmic_scale_runs_from_the_smallest_figure_to_the_largest_with_its_interval
    figure = ->(value, half_width = nil) { RealtimeBench::ScoreboardColumns::Figure.new(value, value.to_s, value, half_width) }
    scale = RealtimeBench::ScoreboardColumns::LogScale.new([figure.call(1), figure.call(90, 10)])
    assert_equal [0, 0.5, 1, 0, 0], [1, 10, 100, 0.5, -3].map { |value| scale.share(value) }
    assert_equal 0, RealtimeBench::ScoreboardColumns::LogScale.new([figure.call(1)]).share(1)
  end

  def test_an_unknown_fact_is_answered_with_the_known_ones
    error = assert_raises(RealtimeBench::UnknownWord) { board(CODE.merge("fact" => "lines")) }
    assert_equal 'fact "lines" is unknown (expected one of technology, source_lines)', error.message
  end

  def test_the_published_index_answers_first_with_every_technology
    index = built(published_site.source)
    table = index[%r{<table class="scoreboard".*?</table>}m]
    technologies = inline_dataset(index)["technologies"].map { |technology| technology["id"] }
    assert_equal technologies.sort, table.scan(/<tr data-technology="([^"]+)"/).flatten.sort
    assert_operator index.index("<table"), :==, index.index('<table class="scoreboard"')
  end

  def test_a_comparison_without_results_or_without_columns_has_none
    refute_includes page("{% include scoreboard.html %}", {}), "<table"
    source do |folder|
      put(folder, "page.html", "#{RealtimeBench::SiteSource::PAGE}{% include scoreboard.html %}")
      site(folder).process
      refute_includes built(folder, "page.html"), "data-scoreboard"
    end
  end
end
