# frozen_string_literal: true

# Publishes each comparison that has results, all runs of it, as /datasets/COMPARISON/dataset.json and dataset.csv with the
# datapackage.json that describes them. They lie apart from data/, where a result file may have any name.

require "jekyll"

module RealtimeBench
  class PublishedDataset < Jekyll::PageWithoutAFile
    def initialize(site, folder, name, content)
      super(site, site.source, folder, name)
      @content = content
      @data = { "layout" => "none", "render_with_liquid" => false, "sitemap" => false }
    end
  end

  class PublishDatasets < Jekyll::Generator
    safe true
    priority :high

    def generate(site)
      site.data["data_packages"].each do |comparison, files|
        files.each { |name, content| site.pages << PublishedDataset.new(site, "datasets/#{comparison}", name, content) }
      end
    end
  end
end
