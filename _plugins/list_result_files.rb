# frozen_string_literal: true

# Makes the page of the data folder, /data/, out of _includes/result-files.html, and tells each file which link shows only it.

require "jekyll"

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
      homes = (site.pages + site.posts.docs).group_by { |page| page.data["comparison"] }
      site.data["result_files"].each do |file|
        home = homes[file["comparison"]]&.first or next
        file["view"] = "#{home.url}?show=#{file["technologies"].join(",")}&runs=#{file["run"]}"
      end
      site.pages << ResultFilesPage.new(site)
    end
  end
end
