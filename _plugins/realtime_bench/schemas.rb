# frozen_string_literal: true

require "set" # Debian's json_schemer 0.2.18 forgets to
require "json"
require "json_schemer"

module RealtimeBench
  # The JSON Schemas of schema/, and validators made of them.
  class Schemas
    attr_reader :result, :dataset, :registry, :servers, :student_t, :rules

    # @param folder [String] where the schemas are
    def initialize(folder)
      @result = load(folder, "result.json")
      @dataset = load(folder, "dataset.json")
      @registry = load(folder, "registry.json")
      @servers = load(folder, "servers.json")
      @student_t = load(folder, "student-t.json")
      @rules = load(folder, "rules.json")
    end

    # The row's definition with the references of its fields resolved.
    # @return [Hash] with "properties", "required" and perhaps "anyOf"
    # @raise [KeyError] if there is no such definition
    def row(name)
      definition = definitions.fetch(name)
      definition.merge("properties" => definition.fetch("properties").transform_values { |field| resolve(field) })
    end

    # The names of the definitions that can be rows.
    def row_names
      definitions.keys.select { |name| name.end_with?("_row") }
    end

    # A validator of one row.
    def row_validator(name)
      validator("$ref" => "#/definitions/#{name}", "definitions" => definitions)
    end

    # A validator of a result file's envelope: everything but the rows themselves.
    def envelope_validator
      results = result.dig("properties", "results").except("items")
      validator(result.except("$id").merge("properties" => result["properties"].merge("results" => results)))
    end

    # A validator of what stands beside a TSV: its run.
    def run_file_validator
      validator("$ref" => "#/definitions/run_file", "definitions" => definitions)
    end

    # A validator of one registry: "comparisons", "metrics", "technologies" or "palette".
    def registry_validator(name)
      validator("$ref" => "#/definitions/#{name}", "definitions" => registry.fetch("definitions"))
    end

    # A validator of data/servers.json.
    def servers_validator
      validator(servers)
    end

    private

    def definitions
      result.fetch("definitions")
    end

    def load(folder, name)
      JSON.parse(File.read(File.join(folder, name), encoding: "UTF-8"))
    end

    def resolve(field)
      name = field["$ref"]&.delete_prefix("#/definitions/")
      name ? definitions.fetch(name).merge(field.except("$ref")) : field
    end

    # json_schemer reads patterns as Ruby unless told otherwise since 1.0; before, always as ECMAScript.
    def validator(schema)
      options = Gem::Version.new(JSONSchemer::VERSION) >= Gem::Version.new("1") ? { regexp_resolver: "ecma" } : {}
      JSONSchemer.schema({ "$schema" => result.fetch("$schema") }.merge(schema), **options)
    end
  end
end
