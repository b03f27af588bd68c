# frozen_string_literal: true

require_relative "fault"
require_relative "schema_faults"
require_relative "strict_json"
require_relative "text_file"

module RealtimeBench
  # NAME.run.json, which stands beside NAME.tsv and holds its run.
  class RunFile
    ENDING = ".run.json"

    def self.matches?(path)
      path.end_with?(ENDING)
    end

    # @param path [String] of a TSV
    # @return [String] where its run would be
    def self.beside(path)
      "#{path.delete_suffix(".tsv")}#{ENDING}"
    end

    # @param path [String] of a run
    # @return [String] where its TSV would be
    def self.table_of(path)
      "#{path.delete_suffix(ENDING)}.tsv"
    end

    # @param validator [Object] json_schemer's, of such a file
    def initialize(validator)
      @validator = validator
    end

    # @param full [String] where it is
    # @param shown [String] its path in messages
    # @return [Array(Hash or nil, Array<Fault>)] the run only if there is no fault
    def read(full, shown)
      document = StrictJson.parse(TextFile.read(full, shown), shown)
      faults = SchemaFaults.describe(@validator.validate(document)).map do |keys, what|
        Fault.new(Place.new(shown, keys), what)
      end
      faults.empty? ? [document.fetch("run"), []] : [nil, faults]
    rescue Unreadable => e
      [nil, [e.fault]]
    end
  end
end
