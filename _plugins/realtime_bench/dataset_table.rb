# frozen_string_literal: true

require "csv"
require_relative "statistic"

module RealtimeBench
  # A dataset as a table with a line a cell, and its Frictionless table schema. What a field means, and its unit, it
  # takes from schema/result.json, schema/dataset.json and data/metrics.yml.
  class DatasetTable
    # What a line says of the cell's run, as paths in the run of a result file.
    RUN_FIELDS = [
      %w[started_at], %w[client name], %w[client version],
      %w[machine cpu_model], %w[machine cpu_count], %w[machine memory_mib], %w[machine kernel],
    ].freeze
    KEYWORDS = %w[minimum pattern enum].freeze

    # A field of the table schema, and its entry in each line.
    Column = Struct.new(:field, :lines)

    # @param dataset [Hash] contract 2
    # @param comparison [Hash] as in the registry
    # @param registry [Registry]
    def initialize(dataset, comparison, registry)
      @dataset = dataset
      @cells = dataset.fetch("cells")
      @row = registry.row_schema(comparison).properties
      @run = registry.schemas.result.dig("definitions", "run")
      @cell = registry.schemas.dataset.dig("properties", "cells", "properties")
      @run_id = registry.schemas.dataset.dig("properties", "runs", "items", "properties", "id")
      @columns = [*place_columns, *run_columns, *count_columns, *metric_columns]
    end

    # @return [String] a header and a line a cell
    def csv
      lines = @columns.map(&:lines).transpose
      CSV.generate { |csv| [@columns.map { |column| column.field["name"] }, *lines].each { |line| csv << line } }
    end

    # @return [Hash] the Frictionless table schema
    def schema
      { "fields" => @columns.map(&:field), "missingValues" => [""], "primaryKey" => ["technology", *dimensions, "run"] }
    end

    private

    def dimensions
      @dataset.dig("comparison", "dimensions").map { |dimension| dimension["id"] }
    end

    def place_columns
      ids = @dataset["technologies"].map { |technology| technology["id"] }
      axes = @dataset.dig("comparison", "axes").reject { |axis| dimensions.include?(axis["id"]) }
      [
        Column.new(field("technology", @row["technology"], required: true), @cells["technology"].map { |index| ids[index] }),
        *dimensions.map { |id| Column.new(field(id, @row[id], required: true), @cells[id]) },
        *axes.map { |axis| Column.new(axis_field(axis), @cells[axis["id"]]) },
      ]
    end

    def axis_field(axis)
      { "name" => axis["id"], "title" => axis["label"], "type" => "integer", "description" => axis["product"].join(" × ") }
    end

    def run_columns
      runs = @dataset["runs"]
      of_cells = @cells["run"].map { |index| runs[index] }
      [
        Column.new(field("run", @run_id, required: true), of_cells.map { |run| run["id"] }),
        *RUN_FIELDS.map do |path|
          definition = path.reduce(@run) { |object, key| object["properties"][key] }
          Column.new(field("run_#{path.join("_")}", definition), of_cells.map { |run| run.dig(*path) })
        end,
        Column.new(field("file", @cell["file"]["items"].merge(@cell["file"].slice("description"))), @cells["file"]),
      ]
    end

    def count_columns
      ["n", *@cell.keys.grep(/_(?:iterations|deliveries)\z/)].map do |name|
        description = @cell[name].fetch("description")
        Column.new({ "name" => name, "type" => "integer", "description" => description, "constraints" => { "minimum" => 0 } },
                   @cells[name])
      end
    end

    # The mean of each field under the field's own name, and the half-width of its confidence interval beside it.
    def metric_columns
      statistics = @dataset["metrics"].flat_map { |metric| metric["statistics"].map { |id, name| [metric, id, name] } }
      statistics.select { |_metric, _id, name| @cells.key?(name) }.flat_map do |metric, id, name|
        title = "#{metric["label"]}, #{Statistic.label(id)}"
        definition = @row.fetch(name) { { "type" => "number", "minimum" => 0, "unit" => metric["unit"] } }
        told = [definition["description"], metric["note"]].compact.map { |text| " #{text.chomp(".")}." }.join
        [["", "mean", "Mean over the iterations.#{told}"],
         ["_ci95", "ci95", "Half-width of the 95 % confidence interval of the mean; none for fewer than two values."],]
          .map do |suffix, part, description|
            Column.new({ **field(name + suffix, definition), "title" => title, "description" => description }, @cells[name][part])
          end
      end
    end

    # A field as the JSON Schema describes it.
    def field(name, definition, required: false)
      constraints = { "required" => required || nil, **definition.slice(*KEYWORDS) }.compact
      type = definition["format"] == "date-time" ? "datetime" : definition.fetch("type", "string")
      { "name" => name, "type" => type, "title" => definition["title"], "description" => definition["description"],
        "unit" => definition["unit"], "constraints" => constraints.empty? ? nil : constraints, }.compact
    end
  end
end
