# frozen_string_literal: true

require_relative "test_helper"

# Contract 2: runs, technologies, columns.
class DatasetTest < RealtimeBench::TestCase
  def fixture_dataset
    RealtimeBench::Results.new(File.join(FIXTURES, "results"), "data", "#{ROOT}/schema").datasets.fetch("chat")
  end

  def ids(dataset)
    dataset["technologies"].map { |technology| technology["id"] }
  end

  def test_datasets_are_as_their_schema_describes_them
    validator = JSONSchemer.schema(JSON.parse(File.read("#{ROOT}/schema/dataset.json", encoding: "UTF-8")))
    [fixture_dataset, dataset({}), dataset("chat/bare.tsv" => tsv(row))].each do |made|
      assert_empty(validator.validate(JSON.parse(JSON.generate(made))).map { |error| error.slice("data_pointer", "type") })
    end
  end

  def test_the_schema_notices_a_dataset_without_iterations
    broken = fixture_dataset.then { |made| made.merge("cells" => made["cells"].except("n")) }
    refute JSONSchemer.schema(JSON.parse(File.read("#{ROOT}/schema/dataset.json", encoding: "UTF-8"))).valid?(broken)
  end

  def test_columns_are_of_one_length
    columns = fixture_dataset["cells"].values.flat_map { |column| column.is_a?(Hash) ? column.values : [column] }
    assert_equal [27], columns.map(&:length).uniq
  end

  def test_without_results_a_dataset_has_no_cells
    made = dataset({})
    assert_equal [[], [], []], [made["technologies"], made["runs"], made.dig("cells", "n")]
  end

  def test_the_newest_run_of_each_technology_is_shown_and_the_others_listed
    old = json([json_row, json_row(technology: "node-cluster")], run: run_statement(started_at: "2024-05-01T23:00:00+02:00"))
    new = json([json_row(latency_mean_ms: 9)], run: run_statement(started_at: "2024-05-01T22:00:00Z"))
    made = results("chat/a-new.json" => new, "chat/b-old.json" => old, "chat/c-bare.tsv" => tsv(row))
    chat = made.datasets["chat"]
    assert_equal [[9.0, 1.5], [0, 1]], [chat.dig("cells", "latency_mean_ms", "mean"), chat.dig("cells", "run")]
    assert_equal [["data/chat/a-new.json"], ["data/chat/b-old.json"]], chat["runs"].map { |run| run["files"] }
    assert_equal([true, true, false], made.files.map { |file| file["shown"] })
  end

  def test_known_technologies_come_first_and_unknown_ones_get_a_spare_look
    made = dataset("chat/a.tsv" => tsv(row(technology: "zig"), row(technology: "ada"), row(technology: "node-cluster")))
    palette = YAML.safe_load(File.read("#{ROOT}/data/palette.yml", encoding: "UTF-8"))
    assert_equal %w[node-cluster ada zig], ids(made)
    assert_equal palette[0, 2], made["technologies"].drop(1).map { |technology| technology.slice("color", "shape", "dash") }
  end

  CHOSEN = YAML.safe_load(File.read("#{FIXTURES}/results/comparisons.yml", encoding: "UTF-8")).first.fetch("shown").freeze
  KNOWN = YAML.safe_load(File.read("#{ROOT}/data/technologies.yml", encoding: "UTF-8")).map { |one| one["id"] }.freeze

  # What a page of these technologies shows at first.
  def shown_of(technologies, files = {})
    rows = technologies.map { |technology| row(technology: technology) }
    dataset({ "chat/a.tsv" => tsv(*rows) }.merge(files))["shown"]
  end

  def test_of_many_technologies_the_chosen_ones_are_shown_at_first_in_the_order_of_all
    assert_operator KNOWN.length, :>, CHOSEN.length
    assert_equal KNOWN & CHOSEN, shown_of(KNOWN.reverse)
  end

  def test_one_technology_of_every_platform_of_the_study_is_among_the_chosen
    technologies = YAML.safe_load(File.read("#{ROOT}/data/technologies.yml", encoding: "UTF-8"))
    families = technologies.group_by { |one| one["family"] }.transform_values { |members| members.map { |one| one["id"] } }
    several = families.values.select { |members| members.length > 1 }
    published = YAML.safe_load(File.read("#{ROOT}/data/comparisons.yml", encoding: "UTF-8")).first.fetch("shown")
    assert(several.all? { |members| members.intersection(published).any? })
  end

  def test_no_more_technologies_than_are_chosen_are_all_shown
    few = (KNOWN - CHOSEN).first(CHOSEN.length - 1) + CHOSEN.first(1)
    assert_equal KNOWN & few, shown_of(few)
  end

  def test_what_the_registry_does_not_know_is_shown_at_first
    assert_equal (KNOWN & CHOSEN) + ["my-server"], shown_of(KNOWN + ["my-server"])
  end

  def test_where_none_of_the_chosen_is_measured_or_none_is_chosen_all_are_shown
    others = (KNOWN - CHOSEN) + %w[my-server your-server]
    assert_equal others, shown_of(others)
    unchosen = File.read("#{ROOT}/data/comparisons.yml", encoding: "UTF-8").sub(/  shown: .*\n/, "")
    assert_equal KNOWN, shown_of(KNOWN, "comparisons.yml" => unchosen)
  end

  def test_more_unknown_technologies_than_spare_looks_still_differ
    made = dataset("chat/a.tsv" => tsv(*("a".."p").map { |letter| row(technology: "new-#{letter}") }))
    looks = made["technologies"].map { |technology| technology.values_at("color", "shape") }
    assert_equal 16, looks.uniq.length
  end

  def test_a_run_tells_its_noise_floor
    floor = { "method" => "echo", "latency_p50_ms" => 0.05, "latency_p99_ms" => 0.12 }
    made = dataset("chat/a.json" => json([json_row], run: run_statement.merge("noise_floor" => floor)))
    assert_equal [floor], made["runs"].map { |run| run["noise_floor"] }
  end

  def test_a_run_says_where_it_comes_from
    run = run_statement.merge("client" => { "name" => "rtbench", "version" => "1", "commit" => "abcdef0-dirty" })
    assert_equal({ "id" => "2024-05-01-1000", "name" => "1 May 2024",
                   "files" => ["data/chat/a.json"], "started_at" => "2024-05-01T10:00:00Z",
                   "client" => { "name" => "rtbench", "version" => "1" }, "commit" => "abcdef0-dirty",
                   "command" => "rtbench run", "machine" => run["machine"], "source" => nil, "noise_floor" => nil, },
                 dataset("chat/a.json" => json([json_row], run: run))["runs"].first)
  end
end
