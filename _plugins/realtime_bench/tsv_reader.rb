# frozen_string_literal: true

require_relative "fault"
require_relative "result_file"
require_relative "schema_faults"
require_relative "words"

module RealtimeBench
  # Reads a TSV result file strictly: the known fields once each in the header, as many tokens in every row,
  # no quotes, and every row as the schema wants it. Collects all faults.
  class TsvReader
    BLANK = /\A[ \t\r\f\v]*\z/
    # Of so many rows a column is picked out at once, which may not exceed what a call can be given.
    PICKED_ROWS = 10_000
    STRAY = /["\u0000-\u0008\u000b-\u001f\u007f]/

    # The header's fields, without judging them.
    def self.fields(text, _path)
      line = text.each_line(chomp: true).first
      line.empty? ? [""] : line.split("\t", -1)
    end

    # @param text [String] valid UTF-8, not empty
    # @param path [String] the file's name in messages
    # @param schema [RowSchema]
    # @return [Array(ResultFile or nil, Array<Fault>)] the file only if there is no fault
    def self.read(text, path, schema)
      new(text, path, schema).read
    end

    def initialize(text, path, schema)
      @text = text
      @path = path
      @schema = schema
      @faults = []
      @rows = []
    end

    def read
      @header = TsvReader.fields(@text, @path)
      check_header
      return [nil, @faults] if @header.one? || too_wide?

      read_rows
      fault(1, nil, "has a header and no rows (expected at least one row)") if @row_count.zero?
      return [nil, @faults] unless @faults.empty?

      columns = @columns || ResultFile.columns(@header, @rows)
      [ResultFile.new(path: @path, run: nil, columns: columns), []]
    end

    private

    def fault(line, field, what)
      @faults << Fault.new([@path, line].join(":") + (field ? ": #{field}" : ""), what)
    end

    def check_header
      return fault(1, nil,
                   "has no tab (expected fields with one tab between them)") if @header.one? && @header.first.match?(/[,;]/)
      return fault(1, nil, "has #{@header.length} columns (expected at most #{@schema.fields.length})") if too_wide?

      @header.each_with_index do |field, index|
        if field.empty? then fault(1, "column #{index + 1}", "has no name (expected a field)")
        elsif !@schema.fields.include?(field) then fault(1, Words.printable(field), unknown_field(field))
        elsif @header.index(field) < index then fault(1, field, "is there twice (expected each field once)")
        end
      end
      (@schema.required - @header).each do |field|
        wanted = SchemaFaults.expectation(@schema.properties[field])
        fault(1, field, "is missing (expected a column of #{wanted})")
      end
    end

    # Not a faulty header but another kind of file: its columns are not told one by one.
    def too_wide?
      @header.length > 2 * @schema.fields.length
    end

    def unknown_field(field)
      return "has a quote (expected names without quotes)" if field.include?('"')

      "is not a field (#{Words.instead_of(field, @schema.fields)})"
    end

    # The fast patterns stand for the whole judgement; only what they do not match is looked at closely.
    def read_rows
      line, body = @schema.line_patterns(@header) if @faults.empty?
      rest = @text.partition("\n").last
      rest += "\n" unless rest.empty? || rest.end_with?("\n")
      body&.match?(rest) ? take_columns(rest) : read_lines(rest, line)
    end

    # Every so many-th token of all is of one column; without the first, the next column's are in the same places.
    def take_columns(text)
      tokens = text.tr("\n", "\t").split("\t", -1)
      @row_count = tokens.length / @header.length
      places = Array.new(@row_count) { |row| row * @header.length }.each_slice(PICKED_ROWS).to_a
      @columns = @header.to_h do |field|
        picked = places.flat_map { |some| tokens.values_at(*some) }
        tokens.shift
        [field, picked]
      end
    end

    def read_lines(text, pattern)
      @row_count = 0
      text.each_line(chomp: true) do |line|
        @row_count += 1
        if pattern&.match?(line) then @rows << line.split("\t", -1)
        else read_doubtful_row(line, @row_count + 1)
        end
      end
    end

    def read_doubtful_row(line, number)
      return fault(number, nil, "is blank (expected a row)") if line.match?(BLANK)

      tokens = line.split("\t", -1)
      if tokens.length != @header.length
        return fault(number, nil, "has #{tokens.length} tokens (expected #{@header.length}, as the header has fields)")
      end

      stray = refuse_stray_characters(tokens, number)
      judge(tokens, number) unless stray
    end

    def refuse_stray_characters(tokens, number)
      tokens.each_with_index.count do |token, index|
        next false unless token.match?(STRAY)

        found = token.include?('"') ? "a quote" : "a control character"
        fault(number, Words.printable(@header[index]), "#{Words.quote(token)} has #{found} (expected the bare value)")
      end.positive?
    end

    def judge(tokens, number)
      row = typed(tokens)
      found = @schema.faults(row).reject { |path, _what| fault_of_header?(path) }
      found.sort_by.with_index { |(path, _what), index| [@header.index(path.first) || -1, index] }
           .each { |path, what| fault(number, path.empty? ? nil : path.join("."), what) }
      @rows << @schema.tokens(row, @header) if found.empty? && @faults.empty?
    end

    # The row as JSON would have it, without columns that are no fields.
    def typed(tokens)
      @header.zip(tokens).reject { |field, token| token.empty? || !@schema.properties.key?(field) }
             .to_h { |field, token| [field, @schema.value(field, token)] }
    end

    # A column that the header lacks or misnames is one fault, not one a row.
    def fault_of_header?(path)
      path.empty? ? !(@header - @schema.fields).empty? : !@header.include?(path.first)
    end
  end
end
