# frozen_string_literal: true

require_relative "test_helper"

# Figures made of what result files hold, by the formulas of data/metrics.yml.
class DerivedTest < RealtimeBench::TestCase
  # Half a core for 5 s of sending and 1 s of draining, for 600,000 deliveries.
  BUSY = { cpu_percent: 50, memory_mib: 80, window_s: 5, drain_s: 1, received_deliveries: 600_000, rooms: 2, users: 10 }.freeze
  DERIVED = %w[deliveries_per_s cpu_s_per_million_deliveries memory_per_user_mib].freeze

  def cells(*rows)
    data_folder("chat/a.json" => json(rows.map { |row| json_row(**row) })) do |folder|
      FileUtils.cp(Dir.glob(File.join(ROOT, "data/*.yml")), folder)
      dataset = RealtimeBench::Results.new(folder, "data", File.join(ROOT, "schema")).datasets.fetch("chat")
      return RealtimeBench::ScaledFigures.fill(dataset)["cells"]
    end
  end

  def test_each_formula_gives_what_it_says
    assert_equal([100_000.0, 5.0, 4.0], DERIVED.map { |field| cells(BUSY).dig(field, "mean", 0) })
  end

  def test_a_mean_is_of_the_iterations_own_figures
    made = cells(BUSY, BUSY.merge(iteration: 2, drain_s: 7))
    assert_in_delta 75_000.0, made.dig("deliveries_per_s", "mean", 0)
    refute_nil made.dig("deliveries_per_s", "ci95", 0)
  end

  def test_a_row_that_lacks_a_part_has_no_such_figure
    assert_nil cells(BUSY.except(:drain_s))["deliveries_per_s"]
  end

  def test_nothing_delivered_costs_nothing_that_can_be_told
    assert_nil cells(BUSY.merge(received_deliveries: 0))["cpu_s_per_million_deliveries"]
  end

  def test_a_formula_of_unknown_fields_is_a_fault_of_its_place
    fault = registry_fault { |metric| metric["derived"]["per"] = %w[rooms losers] }
    assert_includes fault, "metrics.yml"
    assert_includes fault, "losers"
  end

  def test_a_field_that_files_hold_is_not_derived
    assert_includes registry_fault { |metric| metric["statistics"] = { "mean" => "memory_mib" } }, "none of schema/result.json"
  end

  private

  def registry_fault
    data_folder do |folder|
      path = File.join(folder, "metrics.yml")
      metrics = YAML.load_file(File.join(ROOT, "data/metrics.yml"))
      yield metrics.find { |metric| metric["id"] == "memory_per_user" }
      File.write(path, YAML.dump(metrics))
      return assert_raises(RealtimeBench::BrokenData) do
        RealtimeBench::Results.new(folder, "data", File.join(ROOT, "schema"))
      end.faults.map(&:to_s).join("\n")
    end
  end
end
