# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/machines"

# A page of one comparison that speaks of another, and one whose files are of several machines.
class ComparisonsTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  # Two technologies at low load, which the fixtures' chat comparison has under other loads.
  LOW_LOAD = { "data/chat-latency/run.tsv" => [["node-ws", 0.3], ["node-cluster", 0.9]] }.freeze
  WARNING = "These charts mix files from different machines:"

  def files
    low = LOW_LOAD.transform_values do |figures|
      tsv(*figures.flat_map { |id, latency| [1, 2].map { |i| row(technology: id, users: 5, iteration: i, latency: latency) } })
    end
    low.merge("data/chat/run.tsv" => tsv(row(latency: 5), row(technology: "node-cluster", latency: 7)))
  end

  def test_tags_quote_another_comparison_by_its_id_and_the_pages_own_without
    text = <<~LIQUID
      {% figure technology="node-ws" rooms=1 users=10 metric="latency" %};
      {% figure comparison="chat-latency" technology="node-ws" rooms=1 users=5 metric="latency" %};
      {% ranking comparison="chat-latency" metric="latency" rooms=1 users=5 first=1 %};
      {% capacity comparison="chat-latency" technology="node-ws" rooms=1 metric="latency" limit=1 %};
      {% claim comparison="chat-latency" lowest="node-ws" metric="latency" rooms=1 users=5 %}least{% endclaim %};
    LIQUID
    html = page(text, files)
    ["5.00\u00a0ms;", "0.300\u00a0ms;", "Node.js (0.300\u00a0ms);", "at least 5 users;", "least;"].each do |part|
      assert_includes html, part
    end
  end

  def test_includes_show_another_comparison_by_its_id
    text = <<~LIQUID
      {% include technologies.html comparison="chat-latency" %}{% include technology-buttons.html comparison="chat-latency" %}
      {% include cell-summary.html comparison="chat-latency" rooms=1 users=5 %}{% include files.html comparison="chat-latency" %}
      {% include machine.html comparison="chat-latency" %}{% include chart-marks.html comparison="chat-latency" %}
      {% include cell-choice.html comparison="chat-latency" rooms=1 users=5 %}
      {% include capacity.html comparison="chat-latency" metric="latency" limit=1 %}
    LIQUID
    html = page(text, files)
    assert_includes html, 'data-cell-summary="chat-latency"'
    assert_includes html, 'href="/data/chat-latency/run.tsv"'
    refute_includes html, 'href="/data/chat/run.tsv"'
  end

  def test_an_unknown_comparison_stops_the_build_naming_the_page
    %w[files machine mixed-machines technologies].each do |name|
      assert_match(/page\.html: comparison "talk" is unknown \(expected one of chat, chat-latency, lookup\)/,
                   page_error("{% include #{name}.html comparison=\"talk\" %}"), name)
    end
  end

  def test_a_page_draws_another_comparisons_chart_if_its_front_matter_names_it
    chart = '{% include chart.html comparison="chat-latency" kind="line" y="latency" rooms=1 id="low-load" %}'
    html = page(chart, files, "further_comparisons: [chat-latency]\n")
    assert_includes html, '<script type="application/json" data-dataset="chat-latency">'
    assert_includes html, "&quot;comparison&quot;:&quot;chat-latency&quot;"
    assert_match(/page\.html: comparison of this page "chat-latency" is unknown \(expected one of chat\)/, page_error(chart))
  end

  def test_files_of_different_machines_are_warned_of_on_the_page_and_on_the_console
    mixed = { "data/chat/a.json" => json([json_row]),
              "data/chat/b.json" => json([json_row(technology: "bun")], run: run_statement("cpu_model" => "Other CPU")), }
    html = nil
    _out, err = capture_io { html = page("", mixed) }
    [html, err].each do |told|
      assert_includes told, "CPU, 2 cores, 4,096 MiB of memory, kernel Linux"
      ["Other CPU, 2 cores", "data/chat/a.json", "data/chat/b.json"].each { |part| assert_includes told, part }
    end
    assert_includes html, WARNING
    assert_match(/Warning: the charts of chat mix files from different machines: data.chat.a\.json from CPU, 2 cores/, err)
  end

  def test_processors_of_two_generations_are_two_machines
    generations = { "data/chat/a.json" => json([json_row], run: run_statement("cpu_signature" => "family 25")),
                    "data/chat/b.json" => json([json_row(technology: "bun")],
                                               run: run_statement("cpu_signature" => "family 26")), }
    _out, err = capture_io { assert_includes page("", generations), WARNING }
    ["CPU (family 25), 2 cores", "CPU (family 26), 2 cores"].each { |part| assert_includes err, part }
  end

  def test_a_file_that_states_no_machine_is_warned_of_only_where_its_technologies_are_shown_at_first
    stated = { "cpu_model" => "CPU", "cpu_count" => 2, "memory_mib" => 4096, "kernel" => "Linux" }
    files = [{ "path" => "ours.json", "machine" => stated, "technologies" => ["bun"], "shown" => true },
             { "path" => "theirs.json", "machine" => nil, "technologies" => ["2016-cpp"], "shown" => true },]
    assert_equal [["ours.json"]], (RealtimeBench::Machines.of(files, ["bun"]).map { |found| found["files"] })
    assert_equal [["ours.json"], ["theirs.json"]],
                 (RealtimeBench::Machines.of(files, %w[bun 2016-cpp]).map { |found| found["files"] })
  end

  def test_searches_for_what_servers_carry_have_a_page_with_a_chart_a_metric_as_soon_as_there_are_any
    source({ **COMPARISONS, **SEARCHES }) do |folder|
      site(folder).process
      html = built(folder, "chat-capacity/index.html")
      titles = html.scan(/&quot;title&quot;:&quot;(.*?)&quot;/).flatten
      assert_equal ["Users carried", "Deliveries at the load carried", "Latency at the load carried", "CPU", "Memory"], titles
      assert_includes html, "data/chat-capacity/searches.json"
    end
  end

  def test_files_of_one_machine_are_not_warned_of_though_other_things_differ
    later = run_statement(version: "2", "load_average_1min" => 0.3)
    one = { "data/chat/a.json" => json([json_row]), "data/chat/b.json" => json([json_row(technology: "bun")], run: later) }
    assert_silent { refute_includes page("", one), WARNING }
  end

  def test_a_file_that_is_superseded_mixes_nothing
    older = run_statement(started_at: "2020-01-01T00:00:00Z", "kernel" => "Linux 5")
    superseded = { "data/chat/old.json" => json([json_row], run: older), "data/chat/new.json" => json([json_row]) }
    assert_silent { refute_includes page("", superseded), WARNING }
  end

  def test_a_file_without_a_machine_mixes_with_those_that_state_one
    mixed = { "data/chat/a.json" => json([json_row]), "data/chat/b.tsv" => tsv(row(technology: "bun")) }
    capture_io { assert_includes page("", mixed), "a machine that is not stated: <code>data/chat/b.tsv</code>" }
  end
end
