# frozen_string_literal: true

require_relative "test_helper"

# TSV of lookups: columns under the names of the study of 2015, and the run beside them.
class LookupFilesTest < RealtimeBench::TestCase
  STUDY = "System\tConcurrency\tRequestsPerSec\tLatencyAvg\tLatency50\tLatency90\tLatency99"
  OURS = "#{STUDY}\titeration\toutcome\tdatabase_cpu_percent".freeze

  def lookup(files)
    results(files).datasets.fetch("lookup")
  end

  def study
    tsv(["akka", 1, 2316, 2.181, "0.400", "0.460", 140.828], ["node", 1, 3712, 0.283, 0.245, "0.300", 0.483], header: STUDY)
  end

  def run_file(**run)
    JSON.generate("run" => { **run_statement, "tools" => { "oha" => "1.16.0" } }.merge(run))
  end

  def test_the_studys_own_table_is_a_result_file
    cells = lookup("lookup/akka-vs-node.tsv" => study)["cells"]
    assert_equal [[1, 1], [2316.0, 3712.0]], [cells["n"], cells.dig("requests_per_s", "mean")]
    assert_equal [140.828, 0.483], cells.dig("latency_p99_ms", "mean")
  end

  def test_it_is_known_by_its_columns_directly_in_the_data_folder
    assert_equal [1, 1], lookup("akka-vs-node.tsv" => study).dig("cells", "concurrency")
  end

  def test_iterations_and_our_columns_stand_after_those_of_the_study
    rows = [1, 2].map { |iteration| ["go", 16, 100 * iteration, 1, 1, 1, 1, iteration, "complete", 30] }
    cells = lookup("lookup/a.tsv" => tsv(*rows, header: OURS))["cells"]
    assert_equal [[2], [150.0], [30.0]],
                 [cells["n"], *%w[requests_per_s database_cpu_percent].map { |field| cells.dig(field, "mean") }]
  end

  def test_a_run_stands_beside_its_table
    runs = lookup("lookup/a.tsv" => study, "lookup/a.run.json" => run_file)["runs"]
    assert_equal ["2024-05-01T10:00:00Z"], runs.map { |run| run["started_at"] }
  end

  def test_a_run_without_its_table_is_a_fault
    assert_equal ["data/lookup/a.run.json: has no a.tsv beside it (expected the TSV whose run it is)"],
                 faults("lookup/a.run.json" => run_file)
  end

  def test_a_faulty_run_is_a_fault_of_its_own_file
    found = faults("lookup/a.tsv" => study, "lookup/a.run.json" => run_file("plans" => "x"))
    assert_equal 1, found.length
    assert_match(%r{\Adata/lookup/a\.run\.json:\d+:\d+: run\.plans: }, found.first)
  end

  def test_a_column_twice_under_both_of_its_names_is_a_fault
    table = tsv(["a", "b", 1, 1], header: "System\ttechnology\tConcurrency\tRequestsPerSec")
    assert_match(/technology: is there twice/, faults("lookup/a.tsv" => table).first)
  end
end
