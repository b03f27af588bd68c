# frozen_string_literal: true

module RealtimeBench
  # Regular expressions, compiled from a row's JSON Schema, that match only rows which the schema accepts.
  # They save the slow way for rows that are plainly well-formed; whatever they don't match is judged by
  # json_schemer, so they may be too strict, never too lax. A keyword that is not in the lists below
  # sends a field the slow way.
  class RowPattern
    BLANK = '[ \t\r\n]*'
    ANNOTATIONS = %w[title description unit column default].freeze
    WHOLE = '(?:0|[1-9]\d{0,14})'
    FRACTION = '(?:\.\d{1,20})?(?:[eE][+-]?\d{1,2})?'
    TEXT = '[^\t"\\\\\u0000-\u001f\u007f]'
    HOUR_TO_SECOND = '(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?'
    # Days 29 to 31 only where every year has them.
    DAY = '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)'
    DATE_TIME = "[12]\\d{3}-#{DAY}T#{HOUR_TO_SECOND}(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)".freeze

    # @param properties [Hash] field name to its schema, references resolved
    # @param required [Array<String>] fields that every row has
    # @param alternatives [Array<Array<String>>] field lists of which a row has at least one
    def initialize(properties, required, alternatives)
      @properties = properties
      @required = required
      @alternatives = alternatives
    end

    # @param fields [Array<String>] a TSV header's fields
    # @return [Array(Regexp, Regexp), nil] the first matches a line without its end, the second a file's whole
    #   body of such lines, ended by line feeds; nil if none can be made
    def for_lines(fields)
      compile(fields, optional_may_be_empty: true) do |patterns|
        line = patterns.join("\\t")
        [/\A#{line}\z/, /\A(?>#{line}\n)++\z/]
      end
    end

    # @param fields [Array<String>] a JSON object's keys, in its order
    # @return [Regexp, nil] matches a row at the scanner; its captures are the values' tokens
    def for_object(fields)
      compile(fields, optional_may_be_empty: false) do |patterns|
        members = fields.zip(patterns).map do |field, pattern|
          quotes = text?(@properties[field]) ? '"' : ""
          %(#{BLANK}"#{Regexp.escape(field)}"#{BLANK}:#{BLANK}#{quotes}(#{pattern})#{quotes}#{BLANK})
        end
        /\{#{members.join(",")}\}/
      end
    end

    private

    def compile(fields, optional_may_be_empty:)
      return if fields.uniq.length < fields.length || !(@required - fields).empty?

      alternative = one_alternative(fields) or return
      always = @required + alternative
      patterns = fields.map { |field| field_pattern(@properties[field]) }
      return unless patterns.all?

      yield(fields.zip(patterns).map do |field, pattern|
        optional_may_be_empty && !always.include?(field) ? "(?:#{pattern})?" : "(?:#{pattern})"
      end)
    end

    # The first alternative that these fields can meet; the pattern then insists on it.
    def one_alternative(fields)
      return [] if @alternatives.empty?

      @alternatives.find { |alternative| (alternative - fields).empty? }
    end

    def text?(schema)
      schema["type"] == "string" || schema.key?("enum")
    end

    def field_pattern(schema)
      return if schema.nil?

      keywords = schema.keys - ANNOTATIONS
      case schema["type"]
      when "integer", "number" then number_pattern(schema, keywords)
      when "boolean" then "true|false" if keywords == ["type"]
      when "string" then text_pattern(schema, keywords)
      when nil then enum_pattern(schema["enum"]) if keywords == ["enum"]
      end
    end

    def number_pattern(schema, keywords)
      bounds = keywords - ["type"]
      fraction = schema["type"] == "integer" ? "" : FRACTION
      case bounds.to_h { |keyword| [keyword, schema[keyword]] }
      when {} then "-?#{WHOLE}#{fraction}"
      when { "minimum" => 0 } then "#{WHOLE}#{fraction}"
      when { "minimum" => 1 } then fraction.empty? ? '[1-9]\d{0,14}' : nil
      when { "exclusiveMinimum" => 0 } then fraction.empty? ? '[1-9]\d{0,14}' : "(?=[0.]*[1-9])#{WHOLE}(?:\\.\\d{1,20})?"
      end
    end

    def text_pattern(schema, keywords)
      case keywords - ["type"]
      when [] then "#{TEXT}+"
      when ["minLength"] then "#{TEXT}{#{schema["minLength"]},}"
      when ["format"] then DATE_TIME if schema["format"] == "date-time"
      when ["pattern"] then anchored_pattern(schema["pattern"])
      end
    end

    # Only patterns that are anchored at both ends and stay on safe ground: plain character classes,
    # groups and repetition, which ECMAScript and Ruby read alike.
    def anchored_pattern(pattern)
      body = pattern[/\A\^([a-zA-Z0-9_\-\[\]()*+?{},]+)\$\z/, 1]
      body&.gsub(/\((?!\?)/, "(?:")
    end

    def enum_pattern(values)
      return unless values.all? { |value| value.is_a?(String) && value.match?(/\A[\w-]+\z/) }

      values.join("|")
    end
  end
end
