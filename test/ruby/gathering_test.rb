# frozen_string_literal: true

require "minitest/mock"
require_relative "test_helper"

# Many files, half of them read by a second process: all is as if one process had read them in turn.
class GatheringTest < RealtimeBench::TestCase
  def test_a_second_process_works_something_out
    with_cores(2) { assert_predicate RealtimeBench::SecondProcess, :possible? }
    with_cores(1) { refute_predicate RealtimeBench::SecondProcess, :possible? }
    other = RealtimeBench::SecondProcess.new { Process.pid }.value
    assert_kind_of Integer, other
    refute_equal Process.pid, other
  end

  def test_one_that_fails_gives_nothing
    assert_nil RealtimeBench::SecondProcess.new { exit!(false) }.value
  end

  def test_figures_files_and_doubts_are_the_same
    alone, together = alone_and_together { results(many_files) }
    assert_equal 120, alone.files.length
    refute_empty alone.doubts
    assert_equal alone.datasets, together.datasets
    assert_equal alone.data_packages, together.data_packages
    assert_equal alone.processes, together.processes
    assert_equal alone.files, together.files
    assert_equal alone.doubts.map(&:to_s), together.doubts.map(&:to_s)
  end

  def test_few_files_are_read_by_one
    few = many_files.first(10).to_h
    forbidden = ->(*) { flunk "a second process for ten files" }
    with_cores(2) { RealtimeBench::SecondProcess.stub(:new, forbidden) { assert_equal 10, results(few).files.length } }
  end

  def test_a_second_process_is_asked_for_many
    asked = 0
    counting = lambda do |&_work|
      asked += 1
      Struct.new(:value).new
    end
    with_cores(2) { RealtimeBench::SecondProcess.stub(:new, counting) { assert_equal 120, results(many_files).files.length } }
    assert_equal 1, asked
  end

  def test_faults_of_both_halves_are_told_in_the_same_words_and_order
    broken = { "chat/000.tsv" => "technology\n", "chat/119.tsv" => tsv(row(latency: "fast")), "chat/110.txt" => "" }
    assert_same_faults({ **many_files, **broken }, 6)
  end

  def test_so_are_an_iteration_that_both_halves_have_and_cells_that_differ
    assert_same_faults({ **many_files, "chat/118.tsv" => tsv(row(users: 1)) }, 1)
    another = row(users: 1, iteration: 3).tap { |tokens| tokens[4] = 100 }
    assert_same_faults({ **many_files, "chat/118.tsv" => tsv(another) }, 1)
  end

  private

  def assert_same_faults(files, count)
    alone, together = alone_and_together { faults(files) }
    assert_equal count, alone.length, alone.join("\n")
    assert_equal alone, together
  end

  # One cell each, but for one that both halves have an iteration of; of some the latency is missing, some did not complete, some
  # have a run, and some a doubtful name.
  def many_files
    files = Array.new(119) do |number|
      cell = row(technology: number % 40 == 2 ? "node-w" : "node-ws", users: number + 1, latency: number % 5 == 1 ? "" : 1.5)
      outcome = number % 4 == 1 ? "drain_timeout" : "complete"
      next [format("chat/%03d.json", number), json([json_row(users: number + 1)])] if number % 3 == 1

      [format("chat/%03d.tsv", number), tsv([*cell, outcome, "true"], header: "#{HEADER}\toutcome\tclient_saturated")]
    end
    files.to_h.merge("chat/more.tsv" => tsv(row(users: 1, iteration: 2, latency: 2.5)))
  end

  # What the block gives where one process reads, and where two do.
  def alone_and_together(&block)
    [1, 2].map { |cores| with_cores(cores, &block) }
  end

  def with_cores(count, &block)
    Etc.stub(:nprocessors, count, &block)
  end
end
