# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/figures/page_dataset"
require_relative "../../_plugins/realtime_bench/prose/every_run"
require_relative "../../_plugins/realtime_bench/prose/ratio"

# What sentences claim about the data, and the order in which they name technologies.
class ClaimsTest < RealtimeBench::TestCase
  # Two iterations a cell, so that each mean has an interval: a ± of 12.7 times the half of their difference.
  LATENCIES = {
    ["node-ws", 10] => [1.0, 1.02], ["node-cluster", 10] => [2.0, 2.02], ["bun", 10] => [1.5, 9.0],
    ["node-ws", 20] => [5.0, 5.02], ["node-cluster", 20] => [4.0, 4.02],
  }.freeze

  def measured(latencies = LATENCIES)
    rows = latencies.flat_map do |(technology, users), values|
      values.each_with_index.map do |value, index|
        json_row(technology: technology, users: users, iteration: index + 1, latency_mean_ms: value)
      end
    end
    dataset("chat/run.json" => json(rows))
  end

  def claim(words, data = measured)
    every_run({ "metric" => "latency" }.merge(words), data).fault
  end

  def ranking(words, data = measured)
    every_run({ "metric" => "latency", "rooms" => 1, "users" => 10 }.merge(words), data).ranking.to_s
  end

  def every_run(words, data, repetitions = [])
    RealtimeBench::EveryRun.new(words, data, repetitions)
  end

  def test_a_claim_holds_where_the_intervals_lie_apart
    assert_nil claim("lower" => "node-ws", "than" => "node-cluster", "rooms" => 1, "users" => 10)
    assert_nil claim("higher" => "node-cluster", "than" => "node-ws", "rooms" => 1, "users" => 10)
    assert_nil claim("lowest" => "node-cluster", "users" => 20)
    assert_nil claim("highest" => "node-ws", "users" => 20)
  end

  def test_a_claim_that_the_data_contradicts_is_told_what_the_data_says
    assert_equal "with 1 room, 10 users the data says node-cluster 2.01 ± 0.13\u00a0ms and node-ws 1.01 ± 0.13\u00a0ms",
                 claim("lower" => "node-cluster", "than" => "node-ws", "users" => 10)
  end

  def test_a_difference_within_the_intervals_bears_no_claim
    assert_match(/bun 5\.25 ± 47\.\d+\u00a0ms/, claim("lowest" => "node-ws", "users" => 10))
  end

  def test_two_are_alike_where_their_intervals_overlap
    assert_nil claim("alike" => "node-ws", "to" => "bun", "users" => 10)
    assert_match(/the data says node-ws 1\.01 .* and node-cluster 2\.01/,
                 claim("alike" => "node-ws", "to" => "node-cluster", "users" => 10))
  end

  def test_a_claim_without_a_place_has_to_hold_everywhere
    assert_match(/\Awith 1 room, 20 users /, claim("lower" => "node-ws", "than" => "node-cluster"))
    assert_nil claim({ "lower" => "node-ws", "than" => "node-cluster" },
                     measured(LATENCIES.merge(["node-ws", 20] => [3.0, 3.02])))
  end

  def test_a_factor_has_to_be_reached
    words = { "lower" => "node-ws", "than" => "node-cluster", "users" => 10 }
    assert_nil claim(words.merge("by" => "1.9"))
    assert_match(/the data says/, claim(words.merge("by" => "2")))
  end

  def test_the_same_sentence_falls_with_other_data
    words = { "lower" => "node-ws", "than" => "node-cluster", "rooms" => 1, "users" => 10 }
    swapped = LATENCIES.merge(["node-ws", 10] => [2.0, 2.02], ["node-cluster", 10] => [1.0, 1.02])
    assert_nil claim(words)
    assert_match(/node-ws 2\.01/, claim(words, measured(swapped)))
  end

  def test_unknown_words_are_answered_with_the_known_ones
    {
      { "lowest" => "akka" } => 'technology "akka" is unknown (expected one of node-ws, node-cluster, bun)',
      { "lower" => "node-ws" } => "no technology is given (expected one of node-ws, node-cluster, bun)",
      { "rooms" => 1 } => "no relation is given (expected one of lowest, highest, lower, higher, alike)",
      { "lowest" => "node-ws", "by" => "twice" } => 'factor "twice" is unknown (expected one of a number from 1)',
      { "lowest" => "node-ws", "by" => "0.5" } => 'factor "0.5" is unknown (expected one of a number from 1)',
      { "alike" => "node-ws", "to" => "bun", "by" => "2" } =>
        'word "by" is unknown (expected one of comparison, metric, statistic, alike, to, rooms, users)',
      { "lowest" => "bun", "users" => 20 } => 'cell "bun with others" is unknown (none is there)',
    }.each do |words, message|
      error = assert_raises(RealtimeBench::UnknownWord, words.to_s) { claim(words) }
      assert_equal message, error.message
    end
  end

  def test_a_claim_can_be_of_some_technologies_only
    assert_match(/bun/, claim("lowest" => "node-ws", "users" => 10))
    assert_nil claim("lowest" => "node-ws", "users" => 10, "among" => "node-ws, node-cluster")
    error = assert_raises(RealtimeBench::UnknownWord) { claim("lowest" => "node-ws", "among" => "node-ws, deno") }
    assert_match(/technology "deno" is unknown/, error.message)
  end

  def test_a_ranking_can_be_of_some_technologies_only
    assert_equal "Node.js (1.01\u00a0ms), Bun (5.25\u00a0ms)", ranking("among" => "bun,node-ws")
  end

  def test_a_ratio_is_one_figure_over_another
    words = { "metric" => "latency", "rooms" => 1, "users" => 10, "technology" => "node-cluster", "to" => "node-ws" }
    assert_equal "1.99", RealtimeBench::Ratio.new(words, measured).to_s
    assert_equal "–", RealtimeBench::Ratio.new(words, dataset({})).to_s
    error = assert_raises(RealtimeBench::UnknownWord) do
      RealtimeBench::Ratio.new(words.merge("users" => 20, "to" => "bun"), measured).to_s
    end
    assert_equal 'figure "latency of bun with 1 room, 20 users" is unknown (none is there)', error.message
  end

  def test_without_results_nothing_is_wrong
    assert_nil claim({ "lowest" => "node-ws" }, dataset({}))
    assert_equal "–", ranking({}, dataset({}))
  end

  def test_a_ranking_names_technologies_in_the_order_of_the_figure
    names = ->(text) { text.scan(/([^,(]+) \(/).flatten.map(&:strip) }
    assert_equal ["Node.js", "Node.js cluster", "Bun"], names.call(ranking({}))
    assert_equal ["Bun", "Node.js cluster"], names.call(ranking("from" => "highest", "first" => "2"))
    assert_equal "Node.js (1.01\u00a0ms)", ranking("first" => "1")
  end

  # Node.js lies below its cluster in both runs together, and in the newer one alone.
  APART = { "2024-05-01" => [[2.9, 3.0, 3.1], [2.8, 2.9, 3.0]], "2024-05-02" => [[1.0, 1.01, 1.02], [2.8, 2.9, 3.0]] }.freeze
  AGREED = APART.merge("2024-05-01" => [[1.1, 1.11, 1.12], [2.9, 3.0, 3.1]]).freeze

  # What is shown of runs that repeat each other, and what each says alone.
  def runs(latencies)
    files = latencies.to_h do |day, (ws, cluster)|
      measured = { "node-ws" => ws, "node-cluster" => cluster }
      ["chat/#{day}.json", repetition(day, measured.transform_values { |all| all.map { |one| { latency_mean_ms: one } } })]
    end
    results(files).values_at("datasets", "repetitions").map { |found| found.fetch("chat") }
  end

  LOWER = { "lower" => "node-ws", "than" => "node-cluster", "metric" => "latency", "rooms" => 1, "users" => 10 }.freeze
  RANKED = { "metric" => "latency", "rooms" => 1, "users" => 10 }.freeze

  def test_a_claim_has_to_hold_in_every_run
    assert_nil every_run(LOWER, *runs(AGREED)).fault
    fault = every_run(LOWER, *runs(APART)).fault
    assert_match(/\Awith 1 room, 10 users the data says node-ws 2\.0\d* ± /, fault)
    assert_match(/, and 2 May 2024: node-ws 1\.01 ± \S+ and node-cluster 2\.90 ± \S+; 1 May 2024: node-ws 3\.00 ± /, fault)
    assert_match(/expected in each of 2 runs; it holds in 1\)\z/, fault)
  end

  def test_what_the_days_were_like_is_no_difference_between_technologies
    days = { "2024-05-01" => [[1.0, 1.01, 1.02], [1.1, 1.11, 1.12]], "2024-05-02" => [[3.0, 3.01, 3.02], [3.1, 3.11, 3.12]] }
    assert_nil every_run(LOWER, *runs(days)).fault
  end

  def test_a_ranking_has_the_order_of_every_run
    assert_match(/\ANode\.js \(/, every_run(RANKED, *runs(AGREED)).ranking.to_s)
    error = assert_raises(RealtimeBench::PageFault) { every_run(RANKED, *runs(APART)).ranking }
    assert_match(/\ANode\.js \(.* is not the order in every run: 2 May 2024: Node\.js \(/, error.message)
    assert_match(/; 1 May 2024: Node\.js cluster \(/, error.message)
  end

  def test_a_word_may_name_a_technology_of_an_older_run
    measured = lambda do |day, *all, **machine|
      repetition(day, { "node-ws" => all.map { |one| { latency_mean_ms: one } } }, **machine)
    end
    found = results("chat/older.json" => measured.call("2023-05-03", 4.0, 4.1, 4.2, "kernel" => "Linux 5.10"),
                    "chat/new.json" => measured.call("2024-05-02", 1.0, 1.01, 1.02))
    data = { "comparisons" => [{ "id" => "chat" }], **found["datasets"], **found.slice("repetitions", "with_runs") }
    asked = ->(words) { RealtimeBench::PageDataset.named(data, words, { "comparison" => "chat" }) }
    lower = { "lower" => "node-ws", "than" => "node-ws@2023-05-03-1000", "metric" => "latency", "by" => "4" }
    assert_nil every_run(lower, *asked.call(lower)).fault
    assert_match(/the data says node-ws 1\.01 ± /, every_run(lower.merge("by" => "5"), *asked.call(lower)).fault)
    assert_same data["chat"], asked.call(LOWER).first
  end

  def test_a_ranking_refuses_what_it_cannot_count
    {
      { "from" => "best" } => 'end "best" is unknown (expected one of lowest, highest)',
      { "first" => "few" } => 'number "few" is unknown (expected one of a whole number from 1)',
      { "first" => "0" } => 'number "0" is unknown (expected one of a whole number from 1)',
      { "users" => 11 } => 'value of users "11" is unknown (expected one of 10, 20)',
    }.each do |words, message|
      assert_equal message, assert_raises(RealtimeBench::UnknownWord, words.to_s) { ranking(words) }.message
    end
  end
end
