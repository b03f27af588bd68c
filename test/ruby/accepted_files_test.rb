# frozen_string_literal: true

require_relative "test_helper"

# What is unusual and sound is read, and read right.
class AcceptedFilesTest < RealtimeBench::TestCase
  FOLDER = File.join(FIXTURES, "accepted")

  def cells_of(name)
    dataset("chat/#{name}" => File.binread(File.join(FOLDER, name)))["cells"]
  end

  def test_a_byte_order_mark_is_no_part_of_the_first_field
    assert_equal [1.5], cells_of("byte-order-mark.tsv").dig("latency_mean_ms", "mean")
  end

  def test_crlf_ends_lines_and_leaves_an_empty_last_cell_absent
    cells = cells_of("crlf.tsv")
    assert_equal [[2], [40.0]], [cells["n"], cells.dig("cpu_percent", "mean")]
  end

  def test_exponents_are_numbers_in_tsv
    assert_in_delta 500.00075, cells_of("exponents.tsv").dig("latency_mean_ms", "mean", 0), 1e-9
  end

  def test_exponents_are_numbers_in_json_and_name_the_same_cell_as_plain_ones
    cells = cells_of("exponents.json")
    assert_equal [[2], [10], [50_000]], cells.values_at("n", "users", "messages")
    assert_in_delta 500.00075, cells.dig("latency_mean_ms", "mean", 0), 1e-9
  end

  def test_json_may_have_a_byte_order_mark_and_crlf
    assert_equal [1.5], cells_of("byte-order-mark-and-crlf.json").dig("latency_mean_ms", "mean")
  end

  def test_the_course_of_iterations_may_stand_beside_the_rows
    assert_equal [1.5], cells_of("series.json").dig("latency_mean_ms", "mean")
  end

  def test_the_processes_of_a_server_may_stand_beside_the_rows
    assert_equal [1.5], cells_of("processes.json").dig("latency_mean_ms", "mean")
  end

  def test_escapes_in_json_are_read
    command = dataset("chat/e.json" => File.binread(File.join(FOLDER, "escapes.json"))).dig("runs", 0, "command")
    assert_equal "a \"quoted\" é 😀 path\\", command
  end

  def test_the_last_line_needs_no_end_and_columns_no_order
    %w[no-last-line-end.tsv columns-in-another-order.tsv].each do |name|
      assert_equal [1.5], cells_of(name).dig("latency_mean_ms", "mean"), name
    end
  end

  def test_a_file_of_more_rows_than_are_taken_at_once_keeps_them_apart
    count = (2 * RealtimeBench::TsvReader::PICKED_ROWS) + 1
    rows = Array.new(count) { |index| row(users: index.even? ? 10 : 20, iteration: index + 1, latency: index.even? ? 1 : 3) }
    cells = dataset("chat/a.tsv" => tsv(*rows))["cells"]
    assert_equal [[10, 20], [(count + 1) / 2, count / 2], [1.0, 3.0]],
                 [cells["users"], cells["n"], cells["latency_mean_ms"]["mean"]]
  end

  def test_rows_of_a_json_file_may_have_different_fields
    rows = [json_row, { **json_row(iteration: 2, cpu_percent: 30), "latency_mean_ms" => 2.5 },
            json_row(iteration: 3).reject { |field| field == "latency_mean_ms" }.merge("memory_mib" => 60),]
    cells = dataset("chat/a.json" => json(rows))["cells"]
    assert_equal([[3], [2.0], [30.0], [60.0]],
                 [cells["n"], *%w[latency_mean_ms cpu_percent memory_mib].map { |field| cells.dig(field, "mean") }])
  end

  def test_names_that_jekyll_would_map_to_one_key_are_all_read
    files = ["run.v1.2.tsv", "runv12.tsv", "runv12.json", "_x.tsv", "größe ü.tsv", "deep/er/run.tsv"]
    contents = files.each_with_index.to_h do |name, index|
      one = json_row(technology: "t-#{index}")
      ["chat/#{name}", name.end_with?("json") ? json([one]) : tsv(one.values)]
    end
    assert_equal 6, dataset(contents)["technologies"].length
  end

  def test_a_file_beside_the_registries_belongs_to_the_comparison_of_its_dimensions
    assert_equal ["node-ws"], dataset("mine.tsv" => tsv(row))["technologies"].map { |technology| technology["id"] }
    assert_equal ["node-ws"], dataset("mine.json" => json([json_row]))["technologies"].map { |technology| technology["id"] }
  end

  def test_a_link_to_a_file_is_read
    data_folder("elsewhere/real.txt" => "") do |folder|
      Dir.mktmpdir do |outside|
        FileUtils.rm_r(File.join(folder, "elsewhere"))
        File.write(File.join(outside, "real"), tsv(row))
        File.symlink(File.join(outside, "real"), File.join(folder, "chat/link.tsv"))
        results = RealtimeBench::Results.new(folder, "data", "#{ROOT}/schema")
        assert_equal ["data/chat/link.tsv"], results.files.map { |file| file["path"] }
      end
    end
  end

  def test_readmes_dot_files_and_unfinished_files_are_passed_over
    assert_empty faults("README.md" => "", "chat/README.md" => "", "chat/.gitkeep" => "", "chat/a.json.partial" => "{",
                        "chat/a.tsv~" => "x")
  end
end
