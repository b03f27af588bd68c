# frozen_string_literal: true

require_relative "column_names"
require_relative "row_pattern"
require_relative "schema_faults"
require_relative "words"

module RealtimeBench
  # One comparison's kind of row: its fields, the fast patterns and the judgement of json_schemer.
  # A row that has passed is an array of tokens: its values as a TSV would write them, nil where absent.
  class RowSchema
    NUMBER = /\A-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\z/

    attr_reader :properties, :required, :column_names

    # @param schemas [Schemas]
    # @param name [String] the definition in schema/result.json
    def initialize(schemas, name)
      definition = schemas.row(name)
      @properties = definition.fetch("properties")
      @required = definition.fetch("required")
      @column_names = ColumnNames.new(@properties)
      @validator = schemas.row_validator(name)
      alternatives = definition.fetch("anyOf", []).map { |alternative| alternative["required"] || [] }
      @pattern = RowPattern.new(@properties, @required, alternatives)
      @line_patterns = {}
      @object_patterns = {}
    end

    def fields
      @properties.keys
    end

    # @return [Array(Regexp, Regexp), nil] see RowPattern
    def line_patterns(header)
      @line_patterns.fetch(header) { @line_patterns[header] = @pattern.for_lines(header) }
    end

    # @return [Regexp, nil] see RowPattern
    def object_pattern(keys)
      @object_patterns.fetch(keys) { @object_patterns[keys] = @pattern.for_object(keys) }
    end

    # Judges a row by the schema.
    # @param row [Object] the parsed row
    # @return [Array<Array(Array<String>, String)>] per fault the path to it and its wording
    def faults(row)
      too_large = row.is_a?(Hash) ? row.select { |_field, value| value.is_a?(Numeric) && value.to_f.infinite? }.keys : []
      return too_large.map { |field| [[field], "is too large a number (expected one below 1.8e308)"] } if too_large.any?

      SchemaFaults.describe(@validator.validate(row)).map { |path, what| [path, add_expectation(path, what)] }
    end

    # A row that has passed, as tokens in the order of `fields`.
    def tokens(row, fields)
      fields.map { |field| token(row[field], @properties[field]["type"]) }
    end

    # A TSV token as the value that its field's type makes of it; a token that does not fit stays text.
    def value(field, token)
      case @properties[field]["type"]
      when "number", "integer" then number(token)
      when "boolean" then { "true" => true, "false" => false }.fetch(token, token)
      else token
      end
    end

    private

    def number(token)
      return token unless token.match?(NUMBER)

      token.match?(/[.eE]/) ? token.to_f : token.to_i
    end

    def token(value, type)
      return if value.nil?

      (type == "integer" ? value.to_i : value).to_s
    end

    def add_expectation(path, what)
      wanted = @properties[path.first] if path.length == 1
      what == "is missing" && wanted ? "#{what} (expected #{SchemaFaults.expectation(wanted)})" : what
    end
  end
end
