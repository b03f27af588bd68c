# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/tables/capacity_table"

# The load that each technology carries, in sentences and as a table.
class CapacityTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  MEASURED = { "data/chat/run.tsv" => File.read(File.join(FIXTURES, "capacity.tsv"), encoding: "UTF-8") }.freeze
  SEARCHED = '{% include capacity.html metric="latency" statistic="p99" limit=100 searched="chat-capacity" %}'
  NO_SEARCHES = MEASURED.merge(RealtimeBench::SiteSource::COMPARISONS).freeze
  SEARCHES = NO_SEARCHES.merge(RealtimeBench::SiteSource::SEARCHES).freeze
  WORDS = { "metric" => "latency", "statistic" => "p99", "limit" => "100" }.freeze

  def capacity(words, data = dataset(MEASURED.transform_keys { |path| path.delete_prefix("data/") }))
    RealtimeBench::Capacity.new(WORDS.merge(words), data)
  end

  def in_words(technology, words = {})
    capacity({ "technology" => technology, "rooms" => 1 }.merge(words)).to_s
  end

  def table(words = {})
    RealtimeBench::CapacityTable.new(capacity(words))
  end

  def test_the_mean_over_iterations_is_held_against_the_limit_and_a_failing_load_ends_it
    assert_equal "20 users", in_words("node-ws")
    assert_equal "10 users", in_words("node-ws", "limit" => "99.9")
  end

  def test_a_lost_message_or_an_unfinished_iteration_is_not_carried
    assert_equal "10 users", in_words("go-coder")
    assert_equal "10 users", in_words("vertx")
  end

  def test_at_the_edges_of_what_was_measured_the_words_say_so
    assert_equal "at least 40 users", in_words("node-cluster")
    assert_equal "fewer than 10 users", in_words("bun")
  end

  def test_nothing_is_said_of_who_has_no_such_figure_unless_its_loads_failed
    measured = { "chat/mine.json" => json([json_row(users: 10, iteration: 1)]) }
    assert_equal "–", capacity({ "technology" => "node-ws", "rooms" => 1 }, dataset(measured)).to_s
    failed = { "chat/mine.json" => json([json_row(users: 10, iteration: 1, outcome: "server_exited")]) }
    assert_equal "fewer than 10 users", capacity({ "technology" => "node-ws", "rooms" => 1 }, dataset(failed)).to_s
  end

  def test_where_the_client_was_the_limit_the_server_may_carry_more
    assert_equal "at least 10 users", in_words("rust-axum")
  end

  def test_of_several_runs_the_one_that_carries_least_counts
    measured = { "2024-05-01" => [1, 50], "2024-05-02" => [1, 120] }.to_h do |day, latencies|
      own = [10, 20].zip(latencies).map { |users, latency| { users: users, iteration: 1, latency_p99_ms: latency } }
      ["chat/#{day}.json", repetition(day, { "node-ws" => own })]
    end
    words = { "technology" => "node-ws", "rooms" => 1 }
    together = capacity(words, dataset(measured))
    assert_equal 85, together.cells.figure("latency_p99_ms", 1)
    assert_equal "10 users", together.to_s
    assert_equal "at least 20 users", capacity(words, dataset(measured.first(1).to_h)).to_s
  end

  def test_the_table_has_a_column_a_place_and_who_carries_most_comes_first
    rows = table.rows.map { |one| [one.dig("technology", "id"), *one["loads"]] }
    assert_equal ["1 room", "2 rooms"], table.headings
    assert_equal [["node-cluster", "≥ 40", "–"], ["node-ws", "20", "≥ 10"], ["rust-axum", "≥ 10", "–"], %w[go-coder 10 –],
                  %w[vertx 10 –], ["bun", "< 10", "–"],].sort, rows.sort
    assert_equal [%w[node-cluster node-ws rust-axum], "bun"], [rows.first(3).map(&:first), rows.last.first]
    assert_equal ["2 rooms"], table("rooms" => 2).headings
  end

  def test_the_table_says_what_it_asks_of_a_load
    assert_equal "Most users per room that each carries: the greatest number measured with latency p99 of at most 100\u00a0ms, " \
                 "nothing lost, every iteration complete, there and at all smaller ones measured", table.caption
    assert_includes table("limit" => "2.5").caption, "p99 of at most 2.5\u00a0ms,"
    assert_includes table("limit" => "1000").caption, "p99 of at most 1,000\u00a0ms,"
  end

  def test_unknown_words_are_answered_with_the_known_ones
    {
      { "technology" => "akka" } => /\Atechnology "akka" is unknown/,
      { "rooms" => 3 } => 'value of rooms "3" is unknown (expected one of 1, 2)',
      { "users" => 10 } => 'word "users" is unknown (expected one of comparison, metric, statistic, technology, limit, rooms)',
      { "limit" => "much" } => 'limit "much" is unknown (expected one of a number above 0)',
      { "limit" => nil } => "no limit is given (expected one of a number above 0)",
      { "technology" => "bun", "rooms" => 2 } => 'cell "bun with 2 rooms" is unknown (none is there)',
    }.each do |words, message|
      error = assert_raises(RealtimeBench::UnknownWord, words.to_s) { in_words("node-ws", words) }
      assert_operator message, :===, error.message
    end
  end

  def test_without_results_there_is_a_dash_and_an_empty_table
    assert_equal "–", capacity({ "technology" => "node-ws", "rooms" => 1 }, dataset({})).to_s
    assert_empty RealtimeBench::CapacityTable.new(capacity({}, dataset({}))).rows
    assert_includes page('{% include capacity.html metric="latency" limit=100 %}', {}), "No results for this table yet."
  end

  def test_a_page_has_the_sentence_and_the_table
    html = page('{% capacity technology="node-ws" rooms=1 metric="latency" statistic="p99" limit=100 %} ' \
                '{% include capacity.html metric="latency" statistic="p99" limit=100 %}', MEASURED)
    assert_includes html, "20 users"
    assert_includes html, "latency p99 of at most 100\u00a0ms"
    assert_equal ["≥ 40", "–", "20"], html.scan(%r{<td class="number">(.*?)</td>}).flatten.first(3)
  end

  def test_what_searches_found_is_drawn_a_place_each_and_the_table_is_of_the_others
    html = page(SEARCHED, SEARCHES)
    captions = [10, 100].map { |interval| "1 room, #{interval} ms between a user&#39;s messages" }
    assert_equal captions, html.scan(%r{<strong>Users carried, (.*?)</strong>\. Highest first}).flatten
    first, second = html.scan(%r{<table class="scoreboard ranks">.*?</table>}m)
    names = ->(table) { table.scan(%r{</svg>\s+([^<]+)</th>}).flatten }
    assert_equal ["Rust (axum)", "Node.js", "Bun"], names.call(first)
    assert_equal ["Node.js"], names.call(second)
    assert_includes first, ">≥ 61</td>"
    assert_match(/--low:[.\d]+;--high:[.\d]+">43\.3<span class="visually-hidden"> ± 1\.4</, first)
    assert_includes html, "the load doubles until a probe of 6"
    assert_includes html, '<a href="/chat-capacity/#files">All probes</a>'
    assert_equal ["2 rooms"], html.scan(%r{<th scope="col" class="number">(.*?)</th>}).flatten
  end

  def test_without_searches_the_table_is_as_it_is_without_the_word
    plain = page('{% include capacity.html metric="latency" statistic="p99" limit=100 %}', NO_SEARCHES)
    assert_equal plain, page(SEARCHED, NO_SEARCHES)
    assert_equal ["1 room", "2 rooms"], plain.scan(%r{<th scope="col" class="number">(.*?)</th>}).flatten
  end

  def test_an_unknown_word_of_the_include_stops_the_build_naming_the_page
    assert_match(/page\.html: metric "speed" is unknown/, page_error('{% include capacity.html metric="speed" limit=100 %}'))
  end
end
