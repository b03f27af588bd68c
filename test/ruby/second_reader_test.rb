# frozen_string_literal: true

require "minitest/mock"
require_relative "test_helper"

# A process that reads the second half of many files.
class SecondReaderTest < RealtimeBench::TestCase
  PATHS = %w[a b c d e].freeze

  # What each path gives, and the ids of the processes that read it.
  def read_all(fewest: 2, &read)
    second = RealtimeBench::SecondReader.new(PATHS, fewest: fewest, &read)
    PATHS.map { |path| second.take(path) || yield(path) }
  end

  def test_it_reads_the_second_half
    with_cores(2) do
      readers = read_all { |path| [path, Process.pid] }
      assert_equal PATHS, readers.map(&:first)
      pids = readers.map(&:last)
      assert_equal [Process.pid], pids.first(2).uniq
      assert_equal 1, pids.drop(2).uniq.length
      refute_includes pids.drop(2), Process.pid
    end
  end

  def test_few_files_and_a_single_core_have_no_second_reader
    assert_equal([Process.pid], with_cores(2) { read_all(fewest: 6) { Process.pid } }.uniq)
    assert_equal([Process.pid], with_cores(1) { read_all { Process.pid } }.uniq)
  end

  def test_what_it_failed_at_is_read_here
    own = Process.pid
    readers = with_cores(2) do
      read_all do |path|
        exit!(false) if path == "d" && Process.pid != own
        [path, Process.pid]
      end
    end
    assert_equal(PATHS.map { |path| [path, own] }, readers)
  end

  def test_what_is_read_there_is_what_is_read_here
    alone, together = [1, 2].map { |cores| with_cores(cores) { results(many_files) } }
    assert_equal 120, alone.files.length
    assert_equal alone.datasets, together.datasets
    assert_equal alone.files, together.files
    refute_empty alone.doubts
    assert_equal alone.doubts.map(&:to_s), together.doubts.map(&:to_s)
  end

  def test_faults_are_told_in_the_same_order
    broken = { "chat/000.tsv" => "technology\n", "chat/119.tsv" => tsv(row(latency: "fast")), "chat/110.txt" => "" }
    alone, together = [1, 2].map { |cores| with_cores(cores) { faults({ **many_files, **broken }) } }
    assert_operator alone.length, :>=, 3
    assert_equal alone, together
  end

  private

  # One cell each; of some the latency is missing, some did not complete, some have a run, and some a doubtful name.
  def many_files
    Array.new(120) do |number|
      cell = row(technology: number % 40 == 2 ? "node-w" : "node-ws", users: number + 1, latency: number % 5 == 1 ? "" : 1.5)
      outcome = number % 4 == 1 ? "drain_timeout" : "complete"
      next [format("chat/%03d.json", number), json([json_row(users: number + 1)])] if number % 3 == 1

      [format("chat/%03d.tsv", number), tsv([*cell, outcome, "true"], header: "#{HEADER}\toutcome\tclient_saturated")]
    end.to_h
  end

  def with_cores(count, &block)
    Etc.stub(:nprocessors, count, &block)
  end
end
