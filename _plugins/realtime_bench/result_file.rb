# frozen_string_literal: true

require_relative "fault"

module RealtimeBench
  # One result file that has been read and has passed: its run, if it states one, and its rows as columns
  # of tokens, which are values as a TSV writes them.
  class ResultFile
    attr_reader :path, :run, :row_count, :processes

    # @param path [String] relative to the site's source, as in messages and links
    # @param run [Hash, nil] the file's `run`
    # @param fields [Array<String>] the names of the tokens
    # @param rows [Array<Array<String, nil>>] tokens, perhaps fewer than fields; an absent value is nil or ""
    # @param processes [Array<Hash>] as chat_process in schema/result.json
    def initialize(path:, run:, fields:, rows:, processes: [])
      @path = path
      @run = run
      @processes = processes
      @row_count = rows.length
      width = fields.length
      rows.each { |tokens| tokens[width - 1] ||= nil if tokens.length < width }
      @columns = fields.zip(rows.transpose).to_h
      @numbers = {}
      @counts = {}
    end

    # A field's tokens, one a row; nil if no row has the field.
    # @return [Array<String, nil>, nil]
    def column(field)
      @columns[field]
    end

    # A field's values as numbers, one a row, nil where absent; nil if no row has the field.
    # @return [Array<Float, nil>, nil]
    def numbers(field)
      @numbers.fetch(field) { @numbers[field] = values(field, &:to_f) }
    end

    # A field's values as whole numbers, likewise.
    # @return [Array<Integer, nil>, nil]
    def counts(field)
      @counts.fetch(field) { @counts[field] = values(field, &:to_i) }
    end

    # Where a row, or a field of it, is, for messages.
    # @param path [String] the file
    # @param index [Integer] the row's, from 0
    # @param field [String, nil]
    # @return [Place]
    def self.place(path, index, field = nil)
      Place.new(path, ["results", index, *field])
    end

    # Rows of one cell mostly follow each other: yields each stretch of rows that have these fields in common.
    # @yield [tokens, from, count] the fields' tokens, the first row, how many
    def each_stretch(fields)
      columns = fields.map { |field| column(field) }
      starts(columns).push(row_count).each_cons(2) do |from, following|
        yield columns.map { |tokens| tokens[from] }, from, following - from
      end
    end

    private

    # The first rows of stretches.
    def starts(columns)
      changes = columns.flat_map { |tokens| (1...row_count).reject { |row| tokens[row] == tokens[row - 1] } }
      [0, *changes.uniq.sort]
    end

    def values(field, &convert)
      column = @columns[field] or return
      return column.map(&convert) unless column.include?("") || column.include?(nil)

      column.map { |token| convert.call(token) unless token.nil? || token.empty? }
    end
  end
end
