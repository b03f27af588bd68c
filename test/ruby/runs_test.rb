# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/quotation"

# Several runs of a technology: which is shown, how each is named, and that their rows stay apart.
class RunsTest < RealtimeBench::TestCase
  # A result file of a run that began on this day of May 2024, a row a technology.
  def run_file(day, *technologies, latency: day, time: "10:00:00Z", cpu_model: "CPU")
    run = run_statement(started_at: "2024-05-#{day.to_s.rjust(2, "0")}T#{time}")
    run["machine"]["cpu_model"] = cpu_model
    json(technologies.map { |id| json_row(technology: id, latency_mean_ms: latency) }, run: run)
  end

  # Technology id to the mean latency that the dataset has of it.
  def latencies(dataset)
    ids = dataset["technologies"].map { |technology| technology["id"] }
    dataset.dig("cells", "technology").map { |index| ids[index] }.zip(dataset.dig("cells", "latency_mean_ms", "mean")).to_h
  end

  def merged(files)
    JSON.parse(results(files).data_packages.fetch("chat").fetch("dataset.json"))
  end

  def test_a_newer_run_on_the_machine_of_the_page_takes_the_older_ones_place
    made = dataset("chat/a.json" => run_file(1, "node-ws", "node-cluster"), "chat/b.json" => run_file(2, "node-ws"))
    assert_equal({ "node-ws" => 2, "node-cluster" => 1 }, latencies(made))
  end

  def test_a_newer_run_from_another_machine_does_not
    files = { "chat/a.json" => run_file(1, "node-ws", "node-cluster"),
              "chat/b.json" => run_file(2, "node-ws", cpu_model: "Other"), }
    assert_equal({ "node-ws" => 1, "node-cluster" => 1 }, latencies(dataset(files)))
    assert_equal([true, false], results(files).files.map { |file| file["shown"] })
  end

  def test_a_technology_that_was_measured_elsewhere_only_is_shown_all_the_same
    made = dataset("chat/a.json" => run_file(1, "node-ws", "node-cluster"),
                   "chat/b.json" => run_file(2, "vertx", cpu_model: "Other"),
                   "chat/c.tsv" => tsv(row(technology: "bun", latency: 9)))
    assert_equal({ "node-ws" => 1, "node-cluster" => 1, "vertx" => 2, "bun" => 9 }, latencies(made))
  end

  def test_the_machine_of_the_page_is_that_of_the_newest_run_with_most_technologies
    files = { "chat/a.json" => run_file(1, "node-ws", "node-cluster"),
              "chat/c.json" => run_file(3, "node-ws", cpu_model: "Third"), }
    assert_equal 1, latencies(dataset(files))["node-ws"]
    files["chat/b.json"] = run_file(2, "node-ws", "node-cluster", cpu_model: "Second")
    assert_equal 2, latencies(dataset(files))["node-ws"]
  end

  def test_rows_of_several_runs_are_never_averaged
    files = { "chat/a.json" => run_file(1, "node-ws", latency: 1), "chat/b.json" => run_file(2, "node-ws", latency: 5) }
    cells = merged(files)["cells"]
    assert_equal [[5, 1], [0, 1], [1, 1]], [cells.dig("latency_mean_ms", "mean"), cells["run"], cells["n"]]
  end

  def test_the_merged_dataset_has_every_cell_that_is_shown_and_is_as_the_schema_describes_it
    made = results("chat/a.json" => run_file(1, "node-ws", "node-cluster", latency: 0.123456789),
                   "chat/b.json" => run_file(2, "node-ws"), "chat/c.tsv" => tsv(row(latency: 7)))
    all = JSON.parse(made.data_packages.fetch("chat").fetch("dataset.json"))
    shown = RealtimeBench::PageFigures.round(made.datasets["chat"])
    assert_empty cells_of(shown) - cells_of(all)
    assert_equal [2, 4], [cells_of(shown).length, cells_of(all).length]
    assert JSONSchemer.schema(JSON.parse(File.read("#{ROOT}/schema/dataset.json", encoding: "UTF-8"))).valid?(all)
  end

  # Each cell as technology, run and mean latency.
  def cells_of(dataset)
    dataset["cells"].values_at("technology", "run").push(dataset.dig("cells", "latency_mean_ms", "mean")).transpose
                    .map { |technology, run, mean| [dataset["technologies"][technology]["id"], dataset["runs"][run]["id"], mean] }
  end

  def test_a_run_is_named_by_its_day_and_by_its_time_where_a_day_has_several
    made = results("chat/a.json" => run_file(1, "node-ws"), "chat/b.json" => run_file(2, "node-ws", time: "00:30:00+02:00"),
                   "chat/c.json" => run_file(3, "node-ws"), "chat/d.tsv" => tsv(row))
    assert_equal([["2024-05-03-1000", "3 May 2024"], ["2024-05-01-2230", "1 May 2024, 22:30 UTC"],
                  ["2024-05-01-1000", "1 May 2024, 10:00 UTC"], %w[undated undated],],
                 made.runs.map { |run| run.values_at("id", "name") })
  end

  def test_runs_of_one_minute_are_told_apart
    made = results("chat/a.json" => run_file(1, "node-ws"), "chat/b.json" => run_file(1, "node-ws", cpu_model: "Other"))
    assert_equal %w[2024-05-01-1000 2024-05-01-1000-2], made.runs.map { |run| run["id"] }.sort
    assert_equal 2, made.runs.map { |run| run["name"] }.uniq.length
  end

  def test_figures_in_sentences_are_of_the_run_that_is_shown
    shown = dataset("chat/a.json" => run_file(1, "node-ws", "node-cluster", latency: 4),
                    "chat/b.json" => run_file(2, "node-ws", latency: 8, cpu_model: "Other"))
    words = { "technology" => "node-ws", "rooms" => "1", "users" => "10", "metric" => "latency" }
    assert_equal "4.00\u00a0ms", RealtimeBench::Quotation.new(words, shown).to_s
  end
end
