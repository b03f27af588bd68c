# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/prose/claim"
require_relative "../../_plugins/realtime_bench/tables/ranks"
require_relative "../../_plugins/realtime_bench/tables/scoreboard"

# What a study published was measured elsewhere: nothing ranks it among ours, and a sentence can still name it.
class PublishedFiguresTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  FILES = { "comparisons.yml" => RealtimeBench::SiteSource::COMPARISONS.fetch("data/comparisons.yml"),
            "bookstore/ours.tsv" => "technology\tusers\titeration\tmemory_mib\trequests_per_s\n" \
                                    "go-bookstore\t2000\t1\t50\t900\ngo-bookstore\t2000\t2\t50\t901\n" \
                                    "rust-axum-bookstore\t2000\t1\t40\t800\nrust-axum-bookstore\t2000\t2\t40\t801\n" \
                                    "2019-spring-webflux\t2000\t1\t30\t1429\n2019-spring-webflux\t2000\t2\t30\t1430\n", }.freeze
  OURS = %w[rust-axum-bookstore go-bookstore].freeze
  MEMORY = { "metric" => "memory", "users" => 2000 }.freeze

  def bookstore
    dataset = results(FILES).fetch("datasets").fetch("bookstore")
    published = dataset["technologies"].find { |technology| technology["id"] == "2019-spring-webflux" }
    published["published"] = true
    dataset
  end

  def test_it_is_on_no_scoreboard
    rows = RealtimeBench::Scoreboard.new([{ "metric" => "memory", "at" => { "users" => 2000 } }], bookstore, [], {}).rows
    assert_equal(OURS, rows.map { |row| row.dig("technology", "id") })
  end

  def test_it_has_no_rank_unless_it_is_named
    ids = ->(words) { RealtimeBench::Ranks.new({ **MEMORY, **words }, bookstore).rows.map { |row| row.dig("technology", "id") } }
    assert_equal OURS, ids.call({})
    assert_equal %w[2019-spring-webflux go-bookstore], ids.call({ "among" => "2019-spring-webflux, go-bookstore" })
  end

  def test_what_is_lowest_is_so_of_ours_and_can_be_set_beside_it
    assert_nil RealtimeBench::Claim.new({ **MEMORY, "lowest" => "rust-axum-bookstore" }, bookstore).breach
    lower = { **MEMORY, "lower" => "2019-spring-webflux", "than" => "go-bookstore" }
    assert_nil RealtimeBench::Claim.new(lower, bookstore).breach
  end
end
