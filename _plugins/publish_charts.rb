# frozen_string_literal: true

# Publishes every chart of a page as files of its own: as SVG, with a linear and a logarithmic y axis, charts/ID.svg and
# charts/ID-log.svg below the page, and its figures as a page, charts/ID.html. The feed, whose readers lack the page's styles,
# shows the SVG in the charts' places.

require "jekyll"
require_relative "realtime_bench/svg/site_style"

module RealtimeBench
  # A file that the build makes of a page's chart.
  class PublishedChart < Jekyll::StaticFile
    # @param directory [String] below the site's root
    # @param name [String] of the file
    # @param content [String] of the file
    def initialize(site, directory, name, content)
      super(site, site.source, directory, name)
      @content = content
    end

    def write(dest)
      path = destination(dest)
      return false if File.exist?(path) && File.read(path, encoding: "UTF-8") == @content

      FileUtils.mkdir_p(File.dirname(path))
      File.write(path, @content)
      true
    end
  end

  module PublishCharts
    # A chart in a page, as _includes/chart.html writes it.
    DRAWING = %r{<div class="chart-area" data-picture="(?<file>[^"]*)">.*?<title>(?<title>[^<]*)</title>.*?</div>}m
    ENDINGS = { "linear" => "", "log" => "-log" }.freeze

    module_function

    # Adds a chart's files to the site; the first chart of a page becomes its picture where a link to it is shown.
    # @param page [Hash] as Liquid has it
    # @param id [String] of the chart
    # @param chart [Svg::PageChart]
    # @return [Hash] the scale of the y axis to the file's URL from the site's root
    def add(site, page, id, chart)
      address = "#{site.config["url"]}#{site.config["baseurl"]}#{page["url"]}"
      source = [site.config["title"], *(address unless site.config["url"].to_s.empty?)].join(", ")
      documents = chart.documents(source, Svg::SiteStyle.read(site.source))
      addresses = documents.to_h do |scale, content|
        [scale, publish(site, page, "#{id}#{ENDINGS.fetch(scale)}.svg", content)]
      end
      page["image"] ||= addresses.fetch("linear")
      addresses
    end

    # Adds a file that is about a chart of a page; once, though a post's excerpt is rendered besides the post.
    # @param page [Hash] as Liquid has it
    # @return [String] the file's URL from the site's root
    def publish(site, page, name, content)
      directory = File.join(page["url"].sub(/\.html\z/, "/"), "charts")
      file = PublishedChart.new(site, directory, name, content)
      site.static_files << file if site.static_files.grep(PublishedChart).none? { |other| other.url == file.url }
      file.url
    end

    # A feed's text with each chart as a picture of its file.
    # @param address [String] of the site
    def as_pictures(text, address)
      text.gsub(DRAWING, "<img src=\"#{address}\\k<file>\" alt=\"\\k<title>\">")
    end
  end
end

Jekyll::Hooks.register :pages, :post_render do |page|
  next unless File.basename(page.name) == "feed.xml"

  page.output = RealtimeBench::PublishCharts.as_pictures(page.output, page.site.config["url"])
end
