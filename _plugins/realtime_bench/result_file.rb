# frozen_string_literal: true

require_relative "fault"

module RealtimeBench
  # One result file that has been read and has passed: its run, if it states one, and its rows as columns
  # of tokens, which are values as a TSV writes them.
  class ResultFile
    attr_reader :path, :run, :row_count, :processes

    # @param path [String] relative to the site's source, as in messages and links
    # @param run [Hash, nil] the file's `run`
    # @param columns [Hash] field => its tokens, one a row; an absent value is nil or ""
    # @param processes [Array<Hash>] as chat_process in schema/result.json
    def initialize(path:, run:, columns:, processes: [])
      @path = path
      @run = run
      @processes = processes
      @row_count = columns.each_value.first.length
      @columns = columns
      @numbers = {}
      @counts = {}
      @stretches = {}
    end

    # Columns of rows, as they are read one by one.
    # @param fields [Array<String>] the names of the tokens
    # @param rows [Array<Array<String, nil>>] tokens, perhaps fewer than fields
    def self.columns(fields, rows)
      width = fields.length
      rows.each { |tokens| tokens[width - 1] ||= nil if tokens.length < width }
      fields.zip(rows.transpose).to_h
    end

    # The same with a run, which stands beside a TSV.
    def with_run(run)
      dup.tap { |file| file.run = run }
    end

    # A field's tokens, one a row; nil if no row has the field.
    # @return [Array<String, nil>, nil]
    def column(field)
      @columns[field]
    end

    # A field's values as numbers, one a row, nil where absent; nil if no row has the field.
    # @param formula [Hash, nil] what the field is made of, where files do not hold it; schema/registry.json
    # @return [Array<Float, nil>, nil]
    def numbers(field, formula = nil)
      @numbers.fetch(field) { @numbers[field] = formula ? derived(formula) : values(field, &:to_f) }
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

    # Rows of one cell mostly follow each other: the stretches of rows that have these fields in common.
    # @return [Array<Array(Array<String>, Integer, Integer)>] of each the fields' tokens, the first row, how many
    def stretches(fields)
      @stretches.fetch(fields) do
        columns = fields.map { |field| column(field) }
        @stretches[fields] = starts(columns).push(row_count).each_cons(2).map do |from, following|
          [columns.map { |tokens| tokens[from] }, from, following - from]
        end
      end
    end

    protected

    attr_writer :run

    private

    def derived(formula)
      above, below = formula.values_at("times", "per").map { |parts| combined(parts.map { |fields| sums(fields) }, :*) }
      return unless above && below

      factor = formula.fetch("factor", 1)
      above.zip(below).map { |over, under| factor * over / under if over && under && !under.zero? }
    end

    # Of one field or several, the sum in each row.
    def sums(fields)
      combined([*fields].map { |field| numbers(field) }, :+)
    end

    # Of several columns, the sum or product in each row; nil in a row that lacks one, nil if one is not there at all.
    def combined(columns, operation)
      return unless columns.all?

      columns.reduce do |before, column|
        before.zip(column).map { |one, other| one.public_send(operation, other) if one && other }
      end
    end

    # The first rows of stretches.
    def starts(columns)
      changes = columns.reject { |tokens| tokens.count(tokens.first) == row_count }.flat_map do |tokens|
        (1...row_count).reject { |row| tokens[row] == tokens[row - 1] }
      end
      [0, *changes.uniq.sort]
    end

    def values(field, &convert)
      column = @columns[field] or return
      return column.map(&convert) if column.all? && !column.include?("")

      column.map { |token| convert.call(token) unless token.nil? || token.empty? }
    end
  end
end
