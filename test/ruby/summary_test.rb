# frozen_string_literal: true

require_relative "test_helper"

# The summary, held to vectors that scipy computed (test/fixtures/golden/make.py).
class SummaryTest < RealtimeBench::TestCase
  TOLERANCE = 1e-9
  FIGURES = %w[
    latency_mean_ms latency_p50_ms latency_p90_ms latency_p99_ms latency_p999_ms latency_max_ms
    cpu_percent memory_mib memory_peak_mib
  ].freeze

  Dir.glob(File.join(FIXTURES, "golden/*.json")).each do |path|
    vector = JSON.parse(File.read(path, encoding: "UTF-8"))
    name = File.basename(path, ".json").tr("-", "_")

    define_method("test_golden_#{name}_from_json") do
      assert_cells vector["cells"], dataset("chat/golden.json" => json(vector["rows"]))
    end

    define_method("test_golden_#{name}_from_tsv") do
      fields = vector["rows"].flat_map(&:keys).uniq
      text = tsv(*vector["rows"].map { |row| row.values_at(*fields) }, header: fields.join("\t"))
      assert_cells vector["cells"], dataset("chat/golden.tsv" => text)
    end
  end

  def test_the_quantile_goes_on_smoothly_where_the_table_ends
    student = RealtimeBench::StudentT.new(schemas.student_t)
    known = { 61 => 1.9996235849949402, 100 => 1.9839715185235522, 1000 => 1.9623390808264078 } # scipy.stats.t.ppf(0.975, df)
    known.each { |degrees, quantile| assert_in_epsilon quantile, student.quantile(degrees), TOLERANCE }
  end

  private

  # Golden cells are in the order of technology ids; the dataset's are in the registry's order.
  def assert_cells(golden, dataset)
    ids = dataset["technologies"].map { |technology| technology["id"] }
    golden = golden.sort_by { |cell| [ids.index(cell["technology"]), cell["rooms"], cell["users"]] }
    cells = dataset["cells"]
    assert_equal(golden.map { |cell| ids.index(cell["technology"]) }, cells["technology"])
    assert_counts(golden, cells)
    FIGURES.each { |field| assert_figures(golden.map { |cell| cell[field] }, cells[field], field) }
  end

  def assert_counts(golden, cells)
    (golden.first.keys - FIGURES - ["technology"]).each do |column|
      assert_equal(golden.map { |cell| cell[column] }, cells[column], column)
    end
  end

  def assert_figures(golden, column, field)
    golden.each_with_index do |expected, index|
      %w[mean ci95].each do |part|
        found = column&.dig(part, index)
        if expected[part].nil? then assert_nil found, "#{field} #{part}"
        else assert_in_delta expected[part], found, expected[part].abs * TOLERANCE, "#{field} #{part}"
        end
      end
    end
  end
end
