# frozen_string_literal: true

# Makes the page of the data folder, /data/, out of _includes/result-files.html, tells each file which link shows only it, and
# hands Liquid site.data.comparison_pages, the URL of each comparison's page.

require "jekyll"
require_relative "realtime_bench/comparison_pages"

module RealtimeBench
  class ResultFilesPage < Jekyll::PageWithoutAFile
    def initialize(site)
      super(site, site.source, site.config["data_dir"], "index.html")
      @content = "{% include result-files.html %}"
      @data = { "layout" => "page", "title" => "All result files",
                "description" => "Every result file behind the figures of this site, to download.", }
    end
  end

  class ListResultFiles < Jekyll::Generator
    safe true
    priority :low

    def generate(site)
      urls = ComparisonPages.of(site).transform_values(&:url)
      site.data["comparison_pages"] = urls
      site.data["result_files"].each { |comparison, files| link(files, urls[comparison]) if urls.key?(comparison) }
      site.pages << ResultFilesPage.new(site)
    end

    private

    def link(files, page)
      files.each { |file| file["view"] = "#{page}?show=#{file["technologies"].join(",")}&runs=#{file["run"]}" }
    end
  end
end
