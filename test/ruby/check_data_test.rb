# frozen_string_literal: true

require "open3"
require_relative "test_helper"

# script/check-data tells every fault and doubt of every file of a folder, their number, and by its status whether the build
# would stop.
class CheckDataTest < RealtimeBench::TestCase
  SCRIPT = File.join(ROOT, "script/check-data")

  # What it prints of a folder with these files, whose path is written FOLDER, and its status.
  def checked(files)
    data_folder(files) do |folder|
      output, status = Open3.capture2e({ "LC_ALL" => "C" }, SCRIPT, folder)
      [output.force_encoding(Encoding::UTF_8).gsub(folder, "FOLDER").lines(chomp: true), status.exitstatus]
    end
  end

  def test_sound_files_are_counted
    assert_equal [["check-data: 2 files, 3 rows, no faults, no doubts"], 0],
                 checked("chat/a.tsv" => tsv(row), "chat/b.json" => json([json_row, json_row(iteration: 2)]))
  end

  def test_every_fault_of_every_file_is_told_and_counted
    lines, status = checked("chat/a.tsv" => tsv(row(latency: "fast"), row(rooms: 0)), "chat/b.json" => "{", "chat/c.csv" => "",
                            "chat/d.json" => json([json_row(users: "10")]))
    assert_equal ["FOLDER/chat/a.tsv:2: latency_mean_ms: \"fast\" is not a number (expected milliseconds, ≥ 0)",
                  "FOLDER/chat/a.tsv:3: rooms: 0 is too small (expected chat rooms, ≥ 1)",
                  "FOLDER/chat/b.json:1:2: the end of the file where a key should be (expected a key in double quotes)",
                  "FOLDER/chat/c.csv: is not a result file (expected a tab-separated .tsv)",
                  "FOLDER/chat/d.json:1:248: results[0].users: \"10\" is not a whole number (expected users per room, ≥ 1)",
                  "check-data: 5 faults, no doubts",], lines
    assert_equal 1, status
  end

  def test_a_doubt_is_told_and_is_no_fault
    lines, status = checked("chat/a.tsv" => tsv(row(technology: "node-wss")))
    assert_equal ["doubt: FOLDER/chat/a.tsv:2: technology: \"node-wss\" is not a known technology (did you mean node-ws?)",
                  "check-data: 1 file, 1 row, no faults, 1 doubt",], lines
    assert_equal 0, status
  end

  def test_a_folder_that_is_not_there_is_named
    output, status = Open3.capture2e(SCRIPT, "nowhere")
    assert_equal "check-data: nowhere: is not a folder (expected one with registries and result files, such as data/)\n", output
    assert_equal 2, status.exitstatus
  end

  def test_the_sites_own_data_is_sound
    output, status = Open3.capture2e(SCRIPT)
    assert_predicate status, :success?, output
  end
end
