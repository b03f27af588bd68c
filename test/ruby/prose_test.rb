# frozen_string_literal: true

require_relative "site_source"

# Sentences with figures, rankings and claims, as Jekyll builds them.
class ProseTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  def test_figures_in_prose_come_from_the_data
    text = '{% assign n = 60 %}{% figure technology="node-ws" rooms=1 users=n metric="cpu" %}'
    assert_includes page(text), "99.5\u00a0%"
  end

  def test_a_claim_that_the_data_bears_out_is_its_text
    text = '{% claim lower="node-ws" than="node-cluster" metric="memory" rooms=1 users=60 %}needs *less* memory{% endclaim %}'
    assert_includes page(text), "needs *less* memory"
  end

  def test_a_claim_that_the_data_contradicts_stops_the_build_naming_the_page
    text = '{% claim lower="node-cluster" than="node-ws" metric="memory" rooms=1 users=60 %}needs less memory{% endclaim %}'
    assert_match(/page\.html: {% claim .* %}: with 1 room, 60 users the data says node-cluster .* and node-ws /, page_error(text))
  end

  MEMORY = { "2024-05-01" => [60, 62, 61], "2024-05-02" => [40, 41, 42] }.freeze
  RUNS = MEMORY.transform_values do |memory|
    { "node-ws" => memory, "vertx" => [50, 51, 52] }.transform_values { |own| own.map { |one| { memory_mib: one } } }
  end.freeze

  # The same plan on two machines of a kind, a day apart; in the second run Node.js needs less memory.
  def two_runs(of = RUNS)
    kernels = ["Linux 6.18.44", "Linux 6.18.45"].each
    of.to_h { |day, measured| ["data/chat/#{day}.json", repetition(day, measured, "kernel" => kernels.next)] }
  end

  CLAIM = '{% claim lower="node-ws" than="vertx" metric="memory" rooms=1 users=10 %}less{% endclaim %}'

  def test_a_claim_that_one_of_two_runs_does_not_bear_out_stops_the_build_with_the_figures_of_both
    message = page_error(CLAIM, two_runs)
    assert_match(/2 May 2024: node-ws 41\.0 .* and vertx 51\.0 .*; 1 May 2024: node-ws 61\.0 .* and vertx 51\.0 /, message)
    assert_match(/page\.html: .*it holds in 1\)/, message)
  end

  def test_a_page_says_in_how_many_runs_its_claims_hold
    same = RUNS.merge("2024-05-01" => RUNS["2024-05-02"])
    html = nil
    _out, err = capture_io { html = page("#{CLAIM} {% include machine.html %} {% include chart-marks.html %}", two_runs(same)) }
    assert_includes html, "Measured in 2 runs, which are shown together. Every claim on this page holds in each of them"
    assert_includes html, "mean over the runs, at least as long as they lie apart"
    MEMORY.each_key { |day| assert_includes html, "data/chat/#{day}.json" }
    refute_match(/mix files/, html + err)
  end

  def test_a_page_of_one_run_tells_nothing_of_runs
    html = page("{% include machine.html %} {% include chart-marks.html %}", two_runs.first(1).to_h)
    refute_match(/shown together|over the runs/, html)
  end

  def test_a_ranking_stands_in_prose
    assert_match(/Node\.js \([\d.]+\u00a0MiB\)/, page('{% ranking metric="memory" rooms=1 users=60 first=1 %}'))
  end

  def test_a_figure_that_the_data_lacks_stops_the_build_naming_the_page
    assert_match(/page\.html: {% figure .* %}: value of users "61" is unknown/,
                 page_error('{% figure technology="node-ws" rooms=1 users=61 metric="cpu" %}'))
    assert_match(/expected words as in/, page_error("{% figure node-ws %}"))
  end
end
