# frozen_string_literal: true

require "open3"
require_relative "test_helper"

# script/claims holds the sentences of the site's own pages against another run.
class ClaimsScriptTest < RealtimeBench::TestCase
  SUMMARY = /\A(\d+) of (\d+) claims, rankings and loads carried hold in /

  class << self
    attr_accessor :of_published
  end

  def claims(folder)
    Open3.capture3(File.join(ROOT, "script/claims"), folder)
  end

  # What is published is asked once.
  def of_published
    self.class.of_published ||= claims(File.join(ROOT, "data"))
  end

  # The published chat comparison, as another run would have measured it.
  def other_run
    Dir.mktmpdir do |folder|
      FileUtils.cp_r(File.join(ROOT, "data/chat"), folder)
      Dir.glob("#{folder}/chat/**/*.json") do |path|
        text = File.read(path, encoding: "UTF-8")
        File.write(path, yield(text), encoding: "UTF-8")
      end
      return claims(folder)
    end
  end

  def test_what_is_published_bears_out_all_sentences
    output, _errors, status = of_published
    assert_match SUMMARY, output
    assert_equal 1, output[SUMMARY, 1].to_i.fdiv(output[SUMMARY, 2].to_i)
    assert_predicate status, :success?
  end

  def test_sentences_that_another_run_overturns_are_told_with_its_figures_and_only_its_comparisons_are_asked
    all = of_published.first[SUMMARY, 2].to_i
    output, _errors, status = other_run { |text| renamed(text) }
    *faults, summary = output.lines
    assert_match(/: {% (?:claim|ranking|capacity) .* %}: /, faults.first)
    assert_equal faults.length, summary[SUMMARY, 2].to_i - summary[SUMMARY, 1].to_i
    assert_operator summary[SUMMARY, 2].to_i, :<, all
    assert_equal 1, status.exitstatus
  end

  def test_a_fault_of_the_other_run_is_told
    _output, errors, status = other_run { |text| text.sub('"results"', '"outcomes"') }
    assert_match(%r{\Aclaims: data/chat/}, errors)
    assert_equal 1, status.exitstatus
  end

  def test_of_a_run_of_one_technology_what_is_about_others_is_not_asked
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p(File.join(folder, "chat"))
      FileUtils.cp(File.join(ROOT, "data/chat/node-ws.json"), File.join(folder, "chat"))
      output, = claims(folder)
      assert_match(/^\d+ are of technologies or loads that it lacks$/, output)
      refute_includes output, "is unknown"
    end
  end

  def test_sentences_about_an_older_run_are_not_asked_of_a_folder_that_lacks_it
    Dir.mktmpdir do |folder|
      FileUtils.mkdir_p(File.join(folder, "chat"))
      FileUtils.cp(Dir.glob(File.join(ROOT, "data/chat/2026-11-25/*.json")), File.join(folder, "chat"))
      output, _errors, status = claims(folder)
      assert_match SUMMARY, output
      assert_match(/^\d+ are of technologies or loads that it lacks$/, output)
      assert_predicate status, :success?
    end
  end

  def test_a_comparisons_own_folder_is_told_from_one_of_comparisons
    _output, errors, status = claims(File.join(ROOT, "data/chat"))
    expected = %r{has no comparison's folder \(expected one like data/: .*/data/chat/chat/ with result files\)}
    assert_match expected, errors
    assert_equal 1, status.exitstatus
  end

  def test_it_takes_a_folder
    _output, errors, status = claims("nowhere")
    assert_match(/claims: nowhere is not a folder/, errors)
    assert_equal 2, status.exitstatus
  end

  private

  # Each technology's figures as the next one's.
  def renamed(text)
    ids = Dir.glob("*.json", base: File.join(ROOT, "data/chat")).map { |name| %("#{File.basename(name, ".json")}") }.sort
    text.gsub(Regexp.union(ids), ids.zip(ids.rotate).to_h)
  end
end
