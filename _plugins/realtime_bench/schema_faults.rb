# frozen_string_literal: true

require_relative "words"

module RealtimeBench
  # Words json_schemer's errors for the people who wrote the file: what was found and what was expected,
  # with the unit that the schema gives the field.
  module SchemaFaults
    WRONG_TYPE = {
      "number" => "is not a number", "integer" => "is not a whole number", "string" => "is not text",
      "boolean" => "is not true or false", "object" => "is not an object", "array" => "is not a list",
    }.freeze
    WRONG_VALUE = {
      "minimum" => "is too small", "exclusiveMinimum" => "is too small", "maximum" => "is too large",
      "exclusiveMaximum" => "is too large", "enum" => "is not one of the known words",
      "pattern" => "is not well-formed", "format" => "is not well-formed",
      "minLength" => "is too short", "minItems" => "has too few elements", "uniqueItems" => "has an element twice",
      "maxItems" => "has too many elements", "minProperties" => "has too few fields",
    }.freeze
    PLAIN_TYPE = {
      "number" => "a number", "integer" => "a whole number", "string" => "text", "boolean" => "true or false",
      "object" => "an object", "array" => "a list",
    }.freeze

    module_function

    # @param errors [Enumerable<Hash>] of json_schemer's validate
    # @return [Array<Array(Array<String>, String)>] per fault the path of keys to it, and its wording
    def describe(errors)
      alternatives, others = errors.to_a.partition { |error| error["schema_pointer"].match?(%r{/anyOf/\d+}) }
      others.flat_map { |error| describe_one(error) } +
        alternatives.group_by { |error| error["data_pointer"] }.map { |pointer, group| describe_alternatives(pointer, group) }
    end

    # What a field's schema wants, e.g. "milliseconds, ≥ 0".
    def expectation(schema)
      return "something else" unless schema.is_a?(Hash)
      return Words.alternatives(schema["enum"].map(&:to_s)) if schema["enum"]

      bounds = { "minimum" => "≥", "exclusiveMinimum" => ">", "maximum" => "≤", "exclusiveMaximum" => "<" }
               .filter_map { |keyword, sign| "#{sign} #{schema[keyword]}" if schema[keyword] }
      [schema["unit"] || plain(schema), *bounds].join(", ")
    end

    def plain(schema)
      what = PLAIN_TYPE.fetch(schema["type"], "another value")
      what = "#{what} that matches #{schema["pattern"]}" if schema["pattern"]
      what = "#{what}, not empty" if schema["minLength"] || schema["minItems"] || schema["minProperties"]
      what
    end

    def describe_one(error)
      path = path_of(error["data_pointer"])
      case error["type"]
      when "required" then missing(error, path)
      when "schema" then [[path, "is not a field of this file (#{instead(error, path)})"]]
      else [[path, "#{Words.quote(error["data"])} #{complaint(error)} (expected #{expectation(error["schema"])})"]]
      end
    end

    def complaint(error)
      WRONG_TYPE[error["type"]] || WRONG_VALUE.fetch(error["type"], "is not as it should be")
    end

    def missing(error, path)
      keys = error.dig("details", "missing_keys") || (error["schema"]["required"] - error["data"].keys)
      keys.map do |key|
        wanted = error["schema"].dig("properties", key)
        [path + [key], wanted && !wanted["$ref"] ? "is missing (expected #{expectation(wanted)})" : "is missing"]
      end
    end

    # The schema of an unknown field is `false`; its object's schema is found from the root.
    def instead(error, path)
      owner = error["schema_pointer"].delete_suffix("/additionalProperties").split("/").drop(1)
                                     .reduce(error["root_schema"]) { |schema, key| step(schema, key) }
      Words.instead_of(path.last, owner.fetch("properties", {}).keys)
    end

    def step(schema, key)
      return schema[key.to_i] if schema.is_a?(Array)

      schema.fetch(key.gsub("~1", "/").gsub("~0", "~"), {})
    end

    def describe_alternatives(pointer, errors)
      keys = errors.flat_map { |error| error.dig("details", "missing_keys") || error.dig("schema", "required") || [] }
      [path_of(pointer), "has none of #{keys.uniq.join(", ")} (expected at least one)"]
    end

    def path_of(pointer)
      pointer.split("/", -1).drop(1).map { |key| key.gsub("~1", "/").gsub("~0", "~") }
    end
  end
end
