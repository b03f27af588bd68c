# frozen_string_literal: true

# What the Ruby tests share: the repository's paths, data folders made for one test, and a last line that
# tells the totals. Run: bundle exec ruby -Itest/ruby -e 'Dir["./test/ruby/**/*_test.rb"].each { |f| require f }'

require "minitest/autorun"
require "digest"
require "fileutils"
require "json"
require "tmpdir"
require "yaml"
require_relative "../../_plugins/realtime_bench/figures/unknown_word"
require_relative "../../_plugins/realtime_bench/node"

module RealtimeBench
  # Folders of the same files are read once: half of what a small site takes is Node.js that gets ready to read.
  module ReadOnce
    ANSWERS = {} # rubocop:disable Style/MutableConstant

    def json(script, folder, name)
      paths = Dir.glob("**/*", base: folder).select { |path| File.file?(File.join(folder, path)) }
      key = [script, name, paths.sort.to_h { |path| [path, Digest::SHA256.file(File.join(folder, path)).digest] }]
      JSON.parse(ANSWERS[key] ||= JSON.generate(super))
    end
  end
  Node.singleton_class.prepend(ReadOnce)

  module TestSupport
    ROOT = File.expand_path("../..", __dir__)
    FIXTURES = File.join(ROOT, "test/fixtures")
    HEADER = "technology\trooms\tusers\titeration\tmessages_per_user\tlatency_mean_ms"

    # A TSV of rows, each a hash or an array of tokens in HEADER's order.
    def tsv(*rows, header: HEADER)
      [header, *rows.map { |row| row.join("\t") }].join("\n") << "\n"
    end

    # A row in HEADER's order.
    def row(technology: "node-ws", rooms: 1, users: 10, iteration: 1, latency: 1.5)
      [technology, rooms, users, iteration, 500, latency]
    end

    def run_statement(started_at: "2024-05-01T10:00:00Z", version: "1.0.0", **machine)
      { "started_at" => started_at, "command" => "rtbench run", "client" => { "name" => "rtbench", "version" => version },
        "machine" => { "cpu_model" => "CPU", "cpu_count" => 2, "memory_mib" => 4096, "kernel" => "Linux", **machine }, }
    end

    # A JSON result file of rows as hashes.
    def json(rows, run: run_statement)
      JSON.generate("run" => run, "results" => rows)
    end

    def json_row(**fields)
      { "technology" => "node-ws", "rooms" => 1, "users" => 10, "iteration" => 1, "messages_per_user" => 500,
        "latency_mean_ms" => 1.5, }.merge(fields.transform_keys(&:to_s))
    end

    # One of the runs of a plan that repeat each other.
    # @param day [String] as "2024-05-01"
    # @param measured [Hash{String => Array<Hash>}] of each technology its rows' fields, an iteration each
    def repetition(day, measured, **machine)
      rows = measured.flat_map do |technology, own|
        own.map.with_index(1) { |fields, iteration| json_row(technology: technology, iteration: iteration, **fields) }
      end
      servers = measured.keys.map { |technology| { "technology" => technology, "versions" => { "version" => "1" } } }
      stated = { "servers" => servers, "parameters" => { "iterations" => 3 } }
      json(rows, run: run_statement(started_at: "#{day}T10:00:00Z", **machine).merge(stated))
    end

    # A data folder with the fixtures' registries and these files (path to content), for the block.
    def data_folder(files = {})
      Dir.mktmpdir do |folder|
        FileUtils.cp(Dir.glob(File.join(FIXTURES, "results/*.yml")), folder)
        FileUtils.mkdir_p(File.join(folder, "chat"))
        files.each do |path, content|
          FileUtils.mkdir_p(File.dirname(File.join(folder, path)))
          File.binwrite(File.join(folder, path), content)
        end
        yield folder
      end
    end

    # @return [Hash] what the reader makes of a data folder with these files
    def results(files)
      data_folder(files) { |folder| Node.json("read-results.mjs", folder, "data") }
    end

    # @return [Hash] the chat dataset of these files
    def dataset(files)
      results(files).fetch("datasets").fetch("chat")
    end

    # @return [Array<String>] what is told about these files; none if they are accepted
    def faults(files)
      results(files).fetch("faults")
    end

    # @return [Array(Array<String>, Array<String>)] the faults and the doubts about these files
    def told(files)
      results(files).values_at("faults", "doubts")
    end

    # @return [Hash] the results of the fixtures
    def self.fixtures
      Node.json("read-results.mjs", File.join(FIXTURES, "results"), "data")
    end

    # @return [Hash] a schema of schema/
    def schema(name)
      JSON.parse(File.read(File.join(ROOT, "schema/#{name}.json"), encoding: "UTF-8"))
    end
  end

  class TestCase < Minitest::Test
    include TestSupport
  end
end

# Prints the totals as the test's last line.
class TotalsReporter < Minitest::StatisticsReporter
  def report
    super
    failed = failures + errors
    puts "ruby: #{count - failed - skips} passed, #{failed} failed, #{skips} skipped"
  end
end

module Minitest
  def self.plugin_totals_init(options)
    reporter << TotalsReporter.new($stdout, options)
  end
end
Minitest.extensions << "totals"
