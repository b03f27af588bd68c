# frozen_string_literal: true

module RealtimeBench
  # Puts a TSV under our fields' names, where the schema says that it has them under others: a field's `column`, and
  # its `default` where the file has no such column. What the values may be is the reader's business.
  class ColumnNames
    # @param properties [Hash] field name to its schema
    def initialize(properties)
      @fields = properties.select { |_field, schema| schema.key?("column") }.to_h { |field, schema| [schema["column"], field] }
      @defaults = properties.select { |_field, schema| schema.key?("default") }.transform_values { |schema| schema["default"] }
    end

    # @param header [Array<String>] the names of columns
    # @return [Array<String>] those of their fields; a name that stands for no field as it is
    def fields(header)
      header.map { |name| @fields.fetch(name, name) }
    end

    # @param text [String] a TSV
    # @return [String] the same, under our fields' names
    def translate(text)
      header, line_end, body = text.partition(/\r?\n/)
      given = fields(header.split("\t", -1))
      absent = @defaults.except(*given)
      body = body.lines.map { |line| with_defaults(line, absent.values) }.join if absent.any?
      [*given, *absent.keys].join("\t") + line_end + body
    end

    private

    def with_defaults(line, values)
      content = line.chomp
      content.strip.empty? ? line : [content, *values].join("\t") + line.delete_prefix(content)
    end
  end
end
