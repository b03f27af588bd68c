# frozen_string_literal: true

module RealtimeBench
  # One result file that has been read and has passed: its run, if it states one, and its rows as tokens.
  class ResultFile
    attr_reader :path, :run, :fields, :rows

    # @param path [String] relative to the site's source, as in messages and links
    # @param run [Hash, nil] the file's `run`
    # @param fields [Array<String>] the columns of `rows`
    # @param rows [Array<Array<String, nil>>] tokens; an absent value is nil or ""
    def initialize(path:, run:, fields:, rows:)
      @path = path
      @run = run
      @fields = fields
      @rows = rows
    end

    # Where a row, or a field of it, is, for messages.
    # @param path [String] the file
    # @param index [Integer] the row's, from 0
    # @param field [String, nil]
    def self.place(path, index, field = nil)
      return "#{path}: #{["results[#{index}]", field].compact.join(".")}" if path.end_with?(".json")

      ["#{path}:#{index + 2}", field].compact.join(": ")
    end
  end
end
