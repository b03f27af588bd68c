# frozen_string_literal: true

require "digest"
require "json"
require_relative "dataset_table"

module RealtimeBench
  # All runs of one comparison, made to be taken elsewhere: the merged dataset as JSON and as CSV, and the Frictionless
  # data package that describes both. https://datapackage.org/standard/data-package/
  class DataPackage
    PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"

    # @param dataset [Hash] contract 2, of all runs
    # @param comparison [Hash] as in the registry
    # @param registry [Registry]
    def initialize(dataset, comparison, registry)
      @dataset = dataset
      @comparison = comparison
      @table = DatasetTable.new(dataset, comparison, registry)
    end

    # @return [Hash{String => String}] the files' contents by name
    def files
      json = "#{JSON.generate(@dataset)}\n"
      csv = @table.csv
      { "dataset.json" => json, "dataset.csv" => csv, "datapackage.json" => "#{JSON.pretty_generate(descriptor(json, csv))}\n" }
    end

    private

    def descriptor(json, csv)
      {
        "$schema" => PROFILE, "name" => @comparison["id"], "title" => @comparison["title"],
        "description" => "Per cell the mean over its iterations and the 95 % confidence interval, of every run. The iterations " \
                         "themselves are in the result files.",
        "sources" => @dataset["runs"].flat_map { |run| run["files"] }.sort.map { |path| { "title" => path } },
        "resources" => [
          { **resource("cells", "dataset.csv", csv), "type" => "table", "schema" => @table.schema },
          { **resource("dataset", "dataset.json", json), "type" => "json", "jsonSchema" => "../../schema/dataset.json" },
        ],
      }
    end

    def resource(name, path, content)
      mediatype = path.end_with?(".csv") ? "text/csv" : "application/json"
      { "name" => name, "path" => path, "format" => path[/\w+\z/], "mediatype" => mediatype,
        "encoding" => "utf-8", "bytes" => content.bytesize, "hash" => "sha256:#{Digest::SHA256.hexdigest(content)}", }
    end
  end
end
