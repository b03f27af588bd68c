# frozen_string_literal: true

require_relative "fault"
require_relative "result_file"
require_relative "schema_faults"
require_relative "strict_json"

module RealtimeBench
  # Reads a JSON result file strictly: RFC 8259, the envelope and every row as the schema wants them.
  # Collects all faults; a fault of the JSON itself ends the reading.
  class JsonReader
    # The keys of the first row, without judging them; none where there is no such row.
    # @raise [Unreadable] if the file is not JSON
    def self.fields(text, path)
      document = StrictJson.parse(text, path)
      row = document["results"].first if document.is_a?(Hash) && document["results"].is_a?(Array)
      row.is_a?(Hash) ? row.keys : []
    end

    # @param text [String] valid UTF-8, not empty
    # @param path [String] the file's name in messages
    # @param schema [RowSchema]
    # @param envelope [Object] json_schemer's validator of the envelope
    # @return [Array(ResultFile or nil, Array<Fault>)] the file only if there is no fault
    def self.read(text, path, schema, envelope)
      rows = Rows.new(schema)
      document = StrictJson.parse(text, path, sink_key: "results", sink: rows)
      faults = faults_of_envelope(document, rows.count, path, envelope) + rows.faults(path)
      faults = faults_of_lengths(document.fetch("series", []), path) if faults.empty?
      return [nil, faults] unless faults.empty?

      [ResultFile.new(path: path, run: document.fetch("run"), columns: ResultFile.columns(rows.fields, rows.tokens),
                      processes: document.fetch("processes", [])), [],]
    rescue Unreadable => e
      [nil, [e.fault]]
    end

    def self.faults_of_envelope(document, row_count, path, envelope)
      document = document.merge("results" => [true]) if row_count.positive?
      SchemaFaults.describe(envelope.validate(document)).map do |keys, what|
        Fault.new(Place.new(path, keys), what)
      end
    end
    private_class_method :faults_of_envelope

    # What the schema cannot say: the columns of an iteration's course have a value for each second.
    def self.faults_of_lengths(series, path)
      series.each_with_index.flat_map do |course, index|
        measure = course.key?("deliveries") ? "deliveries" : "requests"
        expected = course.fetch(measure).length
        uneven = course.select { |_field, column| column.is_a?(Array) && column.length != expected }
        uneven.map do |field, column|
          Fault.new(Place.new(path, ["series", index, field]),
                    "has #{column.length} values (expected #{expected}, as #{measure} has)")
        end
      end
    end
    private_class_method :faults_of_lengths

    # Takes the rows from the parser: by a pattern where a row has the keys of the one before and is
    # plainly well-formed, else as a parsed value, which the schema judges.
    class Rows
      attr_reader :fields, :tokens, :count

      def initialize(schema)
        @schema = schema
        @fields = []
        @tokens = []
        @faults = []
        @count = 0
      end

      # Consumes the next row if the pattern of the last one matches it.
      def scan(scanner)
        return false unless @pattern && scanner.skip(@pattern)

        captures = scanner.captures
        @tokens << (@order ? captures.values_at(*@order) : captures)
        @count += 1
        true
      end

      # Takes a parsed row.
      def <<(row)
        found = @schema.faults(row)
        @faults.concat(found.map { |keys, what| [@count, keys, what] })
        @count += 1
        return if found.any?

        learn(row.keys)
        @tokens << @schema.tokens(row, @fields)
      end

      def faults(path)
        @faults.map do |index, keys, what|
          Fault.new(Place.new(path, ["results", index, *keys]), what)
        end
      end

      private

      # Later rows are likely to have these keys in this order.
      def learn(keys)
        @fields += keys - @fields
        @pattern = @schema.object_pattern(keys)
        @order = keys == @fields ? nil : @fields.map { |field| keys.index(field) || keys.length }
      end
    end
  end
end
