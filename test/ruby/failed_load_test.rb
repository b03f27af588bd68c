# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/prose/claim"
require_relative "../../_plugins/realtime_bench/prose/failure_reason"
require_relative "../../_plugins/realtime_bench/tables/ranks"
require_relative "../../_plugins/realtime_bench/tables/scoreboard"

# A technology whose load failed is shown, with the reason, after all others.
class FailedLoadTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  FILES = RealtimeBench::SiteSource::COMPARISONS.merge(
    "data/bookstore/run.json" => File.read(File.join(FIXTURES, "bookstore/failed-run.json"), encoding: "UTF-8")
  ).freeze
  # The one that failed has less of it.
  MEMORY = { "metric" => "memory", "at" => { "users" => 2000 } }.freeze
  REASON = /\A25\u00a0% of requests timed out, 20\u00a0% were not sent, /

  def bookstore
    results(FILES.transform_keys { |path| path.delete_prefix("data/") }).fetch("datasets").fetch("bookstore")
  end

  def test_on_the_scoreboard_it_is_last_with_its_figure_and_the_reason
    sound, failed = RealtimeBench::Scoreboard.new([MEMORY], bookstore, [], {}).rows
    assert_equal(%w[go-nethttp slow-server], [sound, failed].map { |row| row.dig("technology", "id") })
    assert_equal %w[20.0 failed], failed["cells"].first.values_at("text", "value")
    assert_match REASON, failed["failures"].first
    assert_empty sound["failures"]
  end

  def test_it_is_neither_the_lowest_nor_the_highest_and_can_still_be_set_beside_another
    lowest = { "lowest" => "slow-server", "metric" => "memory", "users" => 2000 }
    assert_raises(RealtimeBench::UnknownWord) { RealtimeBench::Claim.new(lowest, bookstore).breach }
    higher = { "higher" => "slow-server", "than" => "go-nethttp", "metric" => "latency", "users" => 2000 }
    assert_nil RealtimeBench::Claim.new(higher, bookstore).breach
  end

  def test_a_sentence_can_say_why_and_only_of_what_failed
    assert_match REASON, RealtimeBench::FailureReason.new({ "technology" => "slow-server", "users" => 2000 }, bookstore).to_s
    sound = RealtimeBench::FailureReason.new({ "technology" => "go-nethttp", "users" => 2000 }, bookstore)
    assert_raises(RealtimeBench::UnknownWord) { sound.to_s }
  end

  def test_a_page_tells_it_below_the_name
    sentence = '{% failure comparison="bookstore" technology="slow-server" users=2000 %}.'
    html = page("{% include scoreboard.html comparison=\"bookstore\" %}#{sentence}", FILES, "further_comparisons: [bookstore]\n")
    assert_equal 1, html.scan('</a><small class="failed">Failed: 25').length
    assert_includes html, 'data-value="failed"'
    assert_includes html, "got another status."
  end

  def test_among_ranks_it_is_last_from_either_end
    %w[lowest highest].each do |from|
      ranks = RealtimeBench::Ranks.new({ "metric" => "memory", "users" => 2000, "from" => from }, bookstore)
      assert_equal(%w[go-nethttp slow-server], ranks.rows.map { |row| row.dig("technology", "id") })
      assert_nil ranks.rows.first["failure"]
      assert_match REASON, ranks.rows.last["failure"]
    end
  end
end
