# frozen_string_literal: true

require_relative "test_helper"

# schema/rules.json declares what is checked; what the checks say is in the galleries of the fixtures.
class RulesTest < RealtimeBench::TestCase
  GALLERIES = %w[broken doubtful].map { |folder| File.join(FIXTURES, folder) }

  def rules
    schemas.rules.fetch("rules")
  end

  def test_every_rule_names_a_check_a_level_and_known_fields
    known = schemas.row_names.flat_map { |name| schemas.row(name)["properties"].keys }
    rules.each do |rule|
      assert RealtimeBench::Rules.private_method_defined?(rule["check"]), rule["check"]
      assert_includes %w[fault doubt], rule["level"]
      named = [*rule["field"], *rule["fields"], *rule["of"]]
      refute_empty named
      named.each { |name| name.start_with?("run.") ? assert(in_schema?(name), name) : assert_includes(known, name) }
    end
  end

  def test_every_rule_is_tried_by_a_file_of_the_galleries
    sources = GALLERIES.flat_map { |folder| Dir.glob("#{folder}/*.{tsv,json}") }.sort.filter_map { |path| sound_by_schema(path) }
    silent = rules.reject { |rule| sources.any? { |file| judged([rule], file).any? } }
    assert_empty silent
  end

  def test_figures_that_only_rounding_puts_out_of_order_are_no_fault
    header = "#{HEADER}\tlatency_p99_ms\tlatency_max_ms"
    assert_equal [[], []], told("chat/a.tsv" => tsv([*row(latency: 0.2184), 0.2185, 0.218], header: header))
  end

  def test_iterations_of_a_cell_may_begin_anywhere_and_stand_in_any_order
    assert_equal [[], []], told("chat/a.tsv" => tsv(row(iteration: 5), row(iteration: 3), row(iteration: 4)))
  end

  def test_the_list_of_files_says_what_is_doubtful_about_each
    files = results("chat/a.tsv" => tsv(row(technology: "node-wss")), "chat/b.tsv" => tsv(row)).files
    assert_equal [["data/chat/a.tsv:2: technology: \"node-wss\" is not a known technology (did you mean node-ws?)"], []],
                 files.map { |file| file["doubts"] }
  end

  def test_tomorrow_is_not_the_future_yet
    files = { "chat/a.json" => json([json_row], run: run_statement(started_at: "2024-05-02T09:00:00+14:00")) }
    assert_equal [[], []], told(files, Time.utc(2024, 5, 1, 20))
    refute_empty told(files, Time.utc(2024, 4, 30, 20)).last
  end

  private

  # "run.machine.cpu_count" is a field of the schema.
  def in_schema?(name)
    name.split(".").drop(1).reduce(schemas.result.dig("definitions", "run")) { |schema, key| schema&.dig("properties", key) }
  end

  def judged(rules, file)
    RealtimeBench::Rules.new(rules, %w[rooms users], %w[node-ws], now: Time.utc(2026, 11, 1)).judge(file)
  end

  def sound_by_schema(path)
    text = RealtimeBench::TextFile.read(path, path)
    row = RealtimeBench::RowSchema.new(schemas, "chat_row")
    return RealtimeBench::TsvReader.read(text, path, row).first if path.end_with?(".tsv")

    RealtimeBench::JsonReader.read(text, path, row, schemas.envelope_validator).first
  rescue RealtimeBench::Unreadable
    nil
  end
end
