# frozen_string_literal: true

require_relative "figures/statistic"

module RealtimeBench
  # A comparison as search engines of datasets know one: schema.org's Dataset (https://schema.org/Dataset), as JSON-LD.
  class DatasetStatement
    LICENSE = "https://spdx.org/licenses/MIT.html"
    TYPES = { "csv" => "text/csv", "json" => "application/json" }.freeze
    TECHNIQUE = "Open-loop and closed-loop load by rtbench: latency from the time at which a message was due, every delivery " \
                "accounted for, CPU and memory of the server's whole process tree"

    # @param dataset [Hash] contract 2
    # @param page [Hash] the comparison's own, "title", "description" and "url"
    # @param config [Hash] the site's configuration, with the "url" at which it is published
    def initialize(dataset, page, config)
      @dataset = dataset
      @page = page
      @config = config
    end

    # @return [Hash]
    def to_h
      {
        "@context" => "https://schema.org", "@type" => "Dataset",
        "name" => @dataset.dig("comparison", "title"), "description" => description, "url" => address(@page["url"]),
        "license" => LICENSE, "isAccessibleForFree" => true,
        "creator" => { "@type" => "Organization", "name" => @config["title"], "url" => address("/") },
        "temporalCoverage" => coverage, "measurementTechnique" => TECHNIQUE, "keywords" => keywords,
        "variableMeasured" => variables, "distribution" => distribution,
      }.compact
    end

    private

    def address(path)
      [@config["url"], @config["baseurl"], path].join
    end

    def description
      @page["description"].to_s.strip
    end

    # The days of the first and the last run.
    def coverage
      days = @dataset["runs"].filter_map { |run| run["started_at"]&.slice(0, 10) }.minmax.uniq
      days.join("/") unless days == [nil]
    end

    def keywords
      @dataset["technologies"].map { |technology| technology["name"] }
    end

    def variables
      @dataset["metrics"].flat_map do |metric|
        metric["statistics"].map do |statistic, field|
          { "@type" => "PropertyValue", "name" => field, "unitText" => metric["unit"],
            "description" => [metric["label"], Statistic.label(statistic), metric["note"]].compact.join(", "), }
        end
      end
    end

    def distribution
      TYPES.map do |name, type|
        path = "/datasets/#{@dataset.dig("comparison", "id")}/dataset.#{name}"
        { "@type" => "DataDownload", "encodingFormat" => type, "contentUrl" => address(path) }
      end
    end
  end
end
