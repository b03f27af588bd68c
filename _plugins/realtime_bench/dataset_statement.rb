# frozen_string_literal: true

module RealtimeBench
  # A comparison as search engines of datasets know one: schema.org's Dataset (https://schema.org/Dataset), as JSON-LD.
  class DatasetStatement
    LICENSE = "https://spdx.org/licenses/MIT.html"
    TYPES = { "csv" => "text/csv", "json" => "application/json" }.freeze

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
        "license" => LICENSE,
        "creator" => { "@type" => "Organization", "name" => @config["title"], "url" => address("/") },
        # Each comparison's page says how it was measured.
        "temporalCoverage" => coverage, "measurementTechnique" => address(@page["url"]),
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

    # One a metric, not one a statistic: each page carries this.
    def variables
      @dataset["metrics"].map do |metric|
        { "@type" => "PropertyValue", "name" => metric["label"], "unitText" => metric["unit"],
          "description" => metric["note"], }.compact
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
