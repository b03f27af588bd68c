# frozen_string_literal: true

require_relative "test_helper"

# What a process that builds again and again remembers of result files.
class KeptFilesTest < RealtimeBench::TestCase
  def setup
    @folder = Dir.mktmpdir
    @path = File.join(@folder, "a.tsv")
    File.write(@path, "one")
    @kept = RealtimeBench::KeptFiles.new
    @kept.keep_only([@path], :basis)
  end

  def teardown
    FileUtils.rm_r(@folder)
  end

  def read
    @kept.fetch(@path) { File.read(@path) }
  end

  def read_again?
    again = false
    @kept.fetch(@path) { again = true }
    again
  end

  def test_a_file_is_read_once
    assert_equal "one", read
    refute_predicate self, :read_again?
  end

  def test_a_file_that_was_written_again_is_read_again
    read
    File.write(@path, "another")
    assert_equal "another", read
  end

  def test_of_the_same_size_too
    read
    File.utime(Time.now, Time.now + 1, @path)
    assert_predicate self, :read_again?
  end

  def test_when_what_belongs_to_it_was_written_again_too
    beside = "#{@path}.run"
    @kept.fetch(@path, beside) { "without" }
    File.write(beside, "run")
    assert_equal("with", @kept.fetch(@path, beside) { "with" })
  end

  def test_nothing_is_kept_once_files_are_judged_by_something_else
    read
    @kept.keep_only([@path], :other)
    assert_predicate self, :read_again?
  end

  def test_a_file_that_was_gone_is_read_again
    read
    @kept.keep_only([], :basis)
    @kept.keep_only([@path], :basis)
    assert_predicate self, :read_again?
  end

  def test_what_is_no_file_is_asked_about_each_time
    gone = File.join(@folder, "gone.tsv")
    2.times { |round| assert_equal round, @kept.fetch(gone) { round } }
  end

  def test_the_second_of_two_builds_says_of_a_changed_file_what_the_first_would
    data_folder("chat/a.tsv" => tsv(row), "chat/b.tsv" => tsv(row(technology: "vertx"))) do |folder|
      first = build(folder, kept: @kept)
      File.write(File.join(folder, "chat/b.tsv"), tsv(row(technology: "vertx", users: 20)))
      second = build(folder, kept: @kept)
      refute_equal first, second
      assert_equal build(folder), second
    end
  end

  def test_a_doubt_is_told_by_every_build
    data_folder("chat/a.tsv" => tsv(row(technology: "node-wz"))) do |folder|
      told = Array.new(2) { build(folder, kept: @kept, &:doubts).map(&:to_s) }
      refute_empty told.first
      assert_equal(*told)
    end
  end

  private

  def build(folder, **rest, &ask)
    RealtimeBench::Results.new(folder, "data", File.join(ROOT, "schema"), **rest).then(&ask || :datasets.to_proc)
  end
end
