# frozen_string_literal: true

require "csv"
require "digest"
require_relative "frictionless_tool"
require_relative "site_source"

# The merged datasets that are published, and the data package that describes them.
class DataPackageTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  FIXTURE_PACKAGES = RealtimeBench::Results.new(File.join(FIXTURES, "results"), "data", "#{ROOT}/schema").data_packages.freeze

  def descriptor(packages = FIXTURE_PACKAGES)
    JSON.parse(packages.fetch("chat").fetch("datapackage.json"))
  end

  def table(packages = FIXTURE_PACKAGES)
    CSV.parse(packages.fetch("chat").fetch("dataset.csv"), headers: true)
  end

  def fields(packages = FIXTURE_PACKAGES)
    descriptor(packages)["resources"].first["schema"]["fields"].to_h { |field| [field["name"], field] }
  end

  # A column's figures, nil where there is none.
  def numbers(column)
    table[column].map { |text| text && JSON.parse(text) }
  end

  # With a run of bare rows beside one that tells everything, and a cell of one iteration.
  def several_runs
    results("chat/a.json" => json([json_row, json_row(iteration: 2, latency_mean_ms: 2.5)]),
            "chat/b.tsv" => tsv(row(technology: "zig", latency: "1e-05"))).data_packages
  end

  # Writes the files of a package to a folder and judges them.
  def verdict(files)
    tool = RealtimeBench::FrictionlessTool.new
    if tool.reason
      flunk tool.reason if ENV["CI"] == "true"
      skip tool.reason
    end
    Dir.mktmpdir do |folder|
      files.each { |name, content| File.write(File.join(folder, name), content) }
      return tool.validate(File.join(folder, "datapackage.json"))
    end
  end

  def test_the_csv_has_a_line_a_cell_with_the_figures_of_the_json
    json = JSON.parse(FIXTURE_PACKAGES["chat"]["dataset.json"])
    assert_equal json["cells"]["n"].length, table.length
    assert_equal json.dig("cells", "latency_p99_ms", "mean"), numbers("latency_p99_ms")
    assert_equal json.dig("cells", "cpu_percent", "ci95"), numbers("cpu_percent_ci95")
    assert_equal json["cells"]["technology"].map { |index| json["technologies"][index]["id"] }, table["technology"]
  end

  def test_each_line_of_the_csv_says_of_which_run_and_machine_it_is
    stated, bare = table(several_runs).map { |line| line.to_h.slice("run", "run_started_at", "run_machine_cpu_count", "file") }
    assert_equal({ "run" => "2024-05-01-1000", "run_started_at" => "2024-05-01T10:00:00Z", "run_machine_cpu_count" => "2",
                   "file" => "data/chat/a.json", }, stated)
    assert_equal({ "run" => "undated", "run_started_at" => nil, "run_machine_cpu_count" => nil,
                   "file" => "data/chat/b.tsv", }, bare)
  end

  def test_the_table_schema_names_the_columns_in_their_order
    assert_equal fields.keys, table.headers
    assert_equal %w[technology rooms users run], descriptor["resources"].first["schema"]["primaryKey"]
  end

  def test_units_and_descriptions_are_those_of_the_result_schema
    row = schemas.row("chat_row")["properties"]
    assert_equal row["users"].slice("unit", "description"), fields["users"].slice("unit", "description")
    assert_equal row["latency_p99_ms"]["unit"], fields["latency_p99_ms"]["unit"]
    assert_equal row["technology"]["pattern"], fields["technology"]["constraints"]["pattern"]
  end

  def test_titles_and_notes_are_those_of_the_metrics
    assert_equal "Latency, p99", fields["latency_p99_ms"]["title"]
    assert_includes fields["cpu_percent"]["description"], "100 % is one core"
  end

  def test_every_field_says_what_it_is
    bare = fields.values.reject { |field| field["description"] || field["title"] || field["unit"] }
    assert_equal(%w[run_client_name run_client_version run_machine_cpu_model run_machine_kernel],
                 bare.map { |field| field["name"] })
  end

  def test_the_reference_tool_finds_the_packages_valid
    [FIXTURE_PACKAGES, several_runs].each do |packages|
      valid, report = verdict(packages.fetch("chat"))
      assert valid, report
    end
  end

  def test_the_reference_tool_finds_a_package_whose_csv_was_changed
    files = FIXTURE_PACKAGES.fetch("chat")
    valid, report = verdict(files.merge("dataset.csv" => files["dataset.csv"].sub(/^node-ws,1,10,/, "node-ws,many,10,")))
    refute valid
    assert_match(/many|hash/, report)
  end

  def test_the_packages_are_published_apart_from_the_result_files_whatever_their_names
    own = { "data/chat/dataset.json" => json([json_row]), "data/chat/datapackage.json" => json([json_row(iteration: 2)]) }
    source(own) do |folder|
      File.delete(File.join(folder, "index.md"))
      site(folder).process
      own.each { |path, content| assert_equal content, built(folder, path), path }
      described = JSON.parse(built(folder, "datasets/chat/datapackage.json"))["resources"]
      published = described.to_h { |resource| resource.values_at("path", "hash") }
      assert_path_exists File.join(folder, "_site/datasets/chat", described.last["jsonSchema"])
      assert_equal %w[dataset.csv dataset.json], published.keys
      published.each do |name, hash|
        assert_equal hash, "sha256:#{Digest::SHA256.file(File.join(folder, "_site/datasets/chat", name)).hexdigest}"
      end
    end
  end

  def test_a_comparison_without_results_has_no_package
    assert_empty results({}).data_packages
  end
end
