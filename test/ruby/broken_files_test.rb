# frozen_string_literal: true

require_relative "test_helper"

# Every broken file is refused and every doubtful one accepted, with its messages, word for word. The tests of
# assets/js/results/check.js expect the same ones.
class BrokenFilesTest < RealtimeBench::TestCase
  NOW = Time.utc(2026, 11, 1)

  # A folder of the fixtures: its files, and what is told of each.
  def self.gallery(folder)
    YAML.safe_load(File.read(File.join(FIXTURES, folder, "expected.yml"), encoding: "UTF-8"))
  end

  %w[broken doubtful].each do |folder|
    gallery(folder).each do |entry|
      define_method("test_#{folder}_#{entry["file"]}_is_told_word_for_word") do
        content = File.binread(File.join(FIXTURES, folder, entry["file"]))
        assert_equal entry.values_at("faults", "doubts").map(&:to_a), told({ "chat/#{entry["file"]}" => content }, NOW)
      end
    end

    define_method("test_every_#{folder}_file_has_its_messages_stated") do
      gallery = self.class.gallery(folder)
      assert_equal Dir.children(File.join(FIXTURES, folder)).sort - ["expected.yml"], gallery.map { |entry| entry["file"] }.sort
      assert(gallery.all? { |entry| entry.key?(folder == "broken" ? "faults" : "doubts") })
    end
  end

  def test_all_faults_of_all_files_are_told_at_once
    found = faults("chat/a.tsv" => tsv(row(latency: "fast")), "chat/b.json" => "{", "chat/c.csv" => "")
    assert_equal ["data/chat/a.tsv:2", "data/chat/b.json:1:2", "data/chat/c.csv"], found.map { |fault| fault[/\A[^ ]+(?=:)/] }
  end

  def test_a_cell_that_two_files_of_one_run_have_is_refused
    found = faults("chat/a.json" => json([json_row]), "chat/b.json" => json([json_row]))
    assert_equal ["data/chat/b.json:1:263: results[0].iteration: 1 of technology node-ws, rooms 1, users 10 is already in " \
                  "data/chat/a.json: results[0] (expected each iteration of a cell once in a run)"], found
  end

  def test_bare_rows_of_several_files_are_one_run
    found = faults("chat/a.tsv" => tsv(row), "chat/deeper/b.tsv" => tsv(row(iteration: 2), row))
    assert_equal 1, found.length
    assert_match %r{\Adata/chat/deeper/b\.tsv:3: iteration: 1 of .* is already in data/chat/a\.tsv:2 }, found.first
  end

  def test_a_file_of_an_unknown_comparison_is_refused
    assert_equal ["data/echo/a.tsv: echo is not a comparison " \
                  "(expected one of chat, chat-latency, lookup, as in comparisons.yml)"],
                 faults("echo/a.tsv" => tsv(row))
  end

  def test_a_file_beside_the_registries_whose_rows_fit_no_comparison_is_refused
    assert_equal ["data/a.tsv: has the dimensions of no comparison " \
                  "(expected those of one: rooms and users for chat; rooms and users for chat-latency; concurrency for lookup)"],
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
