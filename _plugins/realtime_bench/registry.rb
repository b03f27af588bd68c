# frozen_string_literal: true

require "yaml"
require_relative "fault"
require_relative "row_schema"
require_relative "schema_faults"
require_relative "words"

module RealtimeBench
  # What data/*.yml declare: comparisons, metrics, technologies and the spare looks. Checked against
  # schema/registry.json and against each other, so that everything after may rely on them.
  class Registry
    NAMES = %w[comparisons metrics technologies palette].freeze
    # Keys of site.data that a comparison's dataset must not take.
    RESERVED = [*NAMES, "result_files", "result_runs", "data_packages", "processes", "server_facts"].freeze

    WHOLE = "a required whole number of the row"

    attr_reader :comparisons, :metrics, :technologies, :palette, :schemas

    # @param folder [String] where the .yml files are
    # @param name [String] the folder's name in messages
    # @param schemas [Schemas]
    # @raise [BrokenData] with every fault of the four files
    def initialize(folder, name, schemas)
      @schemas = schemas
      @name = name
      @faults = []
      @comparisons, @metrics, @technologies, @palette = NAMES.map { |file| load(folder, file) }
      raise BrokenData, @faults if @faults.any?

      check_references
      raise BrokenData, @faults if @faults.any?
    end

    # All that decides what a result file is read as and judged by.
    def basis
      [comparisons, technologies.map { |technology| technology["id"] }, schemas.result, schemas.rules]
    end

    # @return [Hash, nil] the comparison of that id
    def comparison(id)
      comparisons.find { |comparison| comparison["id"] == id }
    end

    # The metrics of a comparison, in its order.
    def metrics_of(comparison)
      comparison["metrics"].map { |id| metric(id) }
    end

    # The kind of row of a comparison.
    # @return [RowSchema]
    def row_schema(comparison)
      @row_schemas ||= {}
      @row_schemas[comparison["row"]] ||= RowSchema.new(schemas, comparison["row"])
    end

    private

    def metric(id)
      metrics.find { |metric| metric["id"] == id }
    end

    def path(file)
      File.join(@name, "#{file}.yml")
    end

    def fault(file, where, what)
      @faults << Fault.new([path(file), where].compact.join(": "), what)
    end

    def load(folder, file)
      content = YAML.safe_load(File.read(File.join(folder, "#{file}.yml"), encoding: "UTF-8"))
      SchemaFaults.describe(schemas.registry_validator(file).validate(content)).each do |keys, what|
        fault(file, place(keys), what)
      end
      content
    rescue Errno::ENOENT
      fault(file, nil, "is missing (expected the #{file}, as docs/contracts.md says)")
    rescue Psych::Exception => e
      fault(file, nil, "is not YAML: #{e.message.sub(/\A\(.*?\): /, "")}")
    end

    def place(keys)
      Place.new(nil, keys).dotted unless keys.empty?
    end

    def check_references
      %w[comparisons metrics technologies].each { |file| check_ids(file) }
      metrics.each_with_index { |metric, index| check_metric(metric, "[#{index}]") }
      comparisons.each_with_index { |comparison, index| check_comparison(comparison, "[#{index}]") }
    end

    def check_metric(metric, where)
      if metric.key?("derived") then check_formula(metric, where)
      else
        metric["statistics"].each { |statistic, field| check_field(field, "#{where}.statistics.#{statistic}") }
      end
      return unless metric.key?("instead_of")

      check_known("metrics", "#{where}.instead_of", metric["instead_of"], metrics.map { |other| other["id"] }, "a metric")
    end

    # A field that is made of others has one name, and no file has it.
    def check_formula(metric, where)
      names = metric["statistics"].values
      unless names.one? && (names & known_fields).empty?
        fault("metrics", "#{where}.statistics", "is #{names.join(", ")} (expected one field, none of schema/result.json)")
      end
      metric["derived"].values_at("times", "per").flatten.each { |field| check_field(field, "#{where}.derived") }
    end

    def check_field(field, where)
      check_known("metrics", where, field, known_fields, "a field of schema/result.json")
    end

    def known_fields
      @known_fields ||= schemas.row_names.flat_map { |name| schemas.row(name)["properties"].keys }.uniq
    end

    def check_ids(file)
      ids = public_send(file).map { |entry| entry["id"] }
      ids.each_with_index do |id, index|
        fault(file, "[#{index}].id", "#{Words.quote(id)} is there twice (expected each id once)") if ids.index(id) < index
      end
    end

    def check_comparison(comparison, where)
      if RESERVED.include?(comparison["id"])
        fault("comparisons", "#{where}.id",
              "#{Words.quote(comparison["id"])} is taken (expected none of #{RESERVED.join(", ")})")
      end
      known = check_known("comparisons", "#{where}.row", comparison["row"], schemas.row_names, "a row of schema/result.json")
      check_row_fields(comparison, where) if known
      known_metrics = metrics.map { |metric| metric["id"] }
      comparison["metrics"].each_with_index do |id, index|
        check_known("comparisons", "#{where}.metrics[#{index}]", id, known_metrics, "a metric of #{path("metrics")}")
      end
      check_shown(comparison, where)
    end

    def check_shown(comparison, where)
      known = technologies.map { |technology| technology["id"] }
      comparison.fetch("shown", []).each_with_index do |id, index|
        check_known("comparisons", "#{where}.shown[#{index}]", id, known, "a technology of #{path("technologies")}")
      end
    end

    # Cells are made of fields that every row has, as whole numbers.
    def check_row_fields(comparison, where)
      row = row_schema(comparison)
      whole = row.required.select { |field| row.properties[field]["type"] == "integer" } - ["iteration"]
      comparison["dimensions"].each_with_index do |dimension, index|
        check_known("comparisons", "#{where}.dimensions[#{index}].id", dimension["id"], whole, WHOLE)
      end
      comparison["axes"].each_with_index do |axis, index|
        axis["product"].each do |field|
          check_known("comparisons", "#{where}.axes[#{index}].product", field, whole, WHOLE)
        end
      end
    end

    def check_known(file, where, word, known, what)
      return true if known.include?(word)

      fault(file, where, "#{Words.quote(word)} is not #{what} (#{Words.instead_of(word, known)})")
      false
    end
  end
end
