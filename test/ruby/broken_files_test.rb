# frozen_string_literal: true

require_relative "test_helper"

# Every broken file is refused with its messages, word for word.
class BrokenFilesTest < RealtimeBench::TestCase
  FOLDER = File.join(FIXTURES, "broken")
  EXPECTED = YAML.safe_load(File.read(File.join(FOLDER, "expected.yml"), encoding: "UTF-8"))

  EXPECTED.each do |entry|
    define_method("test_#{entry["file"]}_is_refused") do
      assert_equal entry["faults"], faults("chat/#{entry["file"]}" => File.binread(File.join(FOLDER, entry["file"])))
    end
  end

  def test_every_broken_file_has_its_messages_stated
    assert_equal Dir.children(FOLDER).sort - ["expected.yml"], EXPECTED.map { |entry| entry["file"] }.sort
  end

  def test_all_faults_of_all_files_are_told_at_once
    found = faults("chat/a.tsv" => tsv(row(latency: "fast")), "chat/b.json" => "{", "chat/c.csv" => "")
    assert_equal ["data/chat/a.tsv:2", "data/chat/b.json:1:2", "data/chat/c.csv"], found.map { |fault| fault[/\A[^ ]+(?=:)/] }
  end

  def test_a_cell_that_two_files_of_one_run_have_is_refused
    found = faults("chat/a.json" => json([json_row]), "chat/b.json" => json([json_row]))
    assert_equal ["data/chat/b.json: results[0].iteration: 1 of technology node-ws, rooms 1, users 10 is already in " \
                  "data/chat/a.json: results[0] (expected each iteration of a cell once in a run)"], found
  end

  def test_bare_rows_of_several_files_are_one_run
    found = faults("chat/a.tsv" => tsv(row), "chat/deeper/b.tsv" => tsv(row(iteration: 2), row))
    assert_equal 1, found.length
    assert_match %r{\Adata/chat/deeper/b\.tsv:3: iteration: 1 of .* is already in data/chat/a\.tsv:2 }, found.first
  end

  def test_a_file_of_an_unknown_comparison_is_refused
    assert_equal ["data/echo/a.tsv: echo is not a comparison " \
                  "(expected one of chat, lookup, shootout, relay, as in comparisons.yml)"],
                 faults("echo/a.tsv" => tsv(row))
  end

  def test_a_file_beside_the_registries_whose_rows_fit_no_comparison_is_refused
    assert_equal ["data/a.tsv: has the dimensions of no comparison (expected those of one: rooms and users for chat; " \
                  "concurrency for lookup; clients for shootout; pause_ms for relay)"],
                 faults("a.tsv" => "technology\tconnections\nnode-ws\t1\n")
  end

  def test_files_that_are_no_result_files_are_refused
    assert_equal ["data/chat/UPPER.TSV: ends in .TSV (expected .tsv, in lower case)",
                  "data/chat/notes.txt: is not a result file (expected a tab-separated .tsv)",
                  "data/chat/registry.yml: is not a result file (expected .tsv or .json)",],
                 faults("chat/UPPER.TSV" => tsv(row), "chat/notes.txt" => "", "chat/registry.yml" => "")
  end

  def test_a_link_to_nothing_is_refused
    data_folder do |folder|
      File.symlink("nowhere.tsv", File.join(folder, "chat/link.tsv"))
      error = assert_raises(RealtimeBench::BrokenData) { RealtimeBench::Results.new(folder, "data", "#{ROOT}/schema") }
      assert_equal ["data/chat/link.tsv: is a link to nothing (expected a result file)"], error.faults.map(&:to_s)
    end
  end
end
