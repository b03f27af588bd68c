# frozen_string_literal: true

# Has script/draw-charts.mjs draw every chart of the site, in one call to which each page goes once it is rendered, and puts
# what it drew in its place. Publishes each chart as files of its own besides: as SVG, as it opens and on the other scale,
# charts/ID.svg and charts/ID-log.svg or charts/ID-linear.svg below the page; its figures as a page, charts/ID.html; and of a
# page's first chart a PNG, by which links to the page are shown, and a sketch for its card, charts/ID-small.svg; of each
# comparison a sketch of all its lines, /technologies/charts/COMPARISON-small.svg. The feed,
# whose readers lack the page's styles, shows the SVG in the charts' places.

require "jekyll"
require_relative "realtime_bench/charts/drawings"
require_relative "realtime_bench/languages"
require_relative "realtime_bench/node"
require_relative "stop_cleanly"

module RealtimeBench
  # A file that the build makes of a page's chart.
  class ChartFile < Jekyll::StaticFile
    # @param address [String] from the site's root
    # @param content [String]
    def initialize(site, address, content)
      super(site, site.source, *File.split(address))
      @content = content
    end

    def write(dest)
      path = destination(dest)
      return false if File.exist?(path) && File.binread(path) == @content.b

      FileUtils.mkdir_p(File.dirname(path))
      File.binwrite(path, @content)
      true
    end
  end

  # Draws what the pages of one build ask for.
  class DrawCharts
    # A chart in a page, as _includes/chart.html writes it.
    IN_PAGE = %r{<div class="chart-area" data-picture="(?<file>[^"]*)">.*?<title>(?<title>[^<]*)</title>.*?</div>}m

    @of_sites = {}.compare_by_identity

    # A build begins; one before it that was stopped leaves nothing behind.
    def self.reset(site)
      Drawings.begin(site)
      @of_sites.delete(site)&.abandon
    end

    # @return [DrawCharts] of the build that is under way, which begins with the first call
    def self.of(site)
      @of_sites[site] ||= new(site)
    end

    # All pages are rendered. What drew them has ended, and is nobody's any more.
    def self.finish(site)
      of(site)
      @of_sites.delete(site).finish
    end

    # @param site [Jekyll::Site] whose data is read
    def initialize(site)
      @site = site
      @drawings = Drawings.of(site)
      @told = {}
      @drawing = Node::Running.new("draw-charts.mjs")
      @drawing.tell(JSON.generate("site" => about_site, "datasets" => datasets, "languages" => Languages.of(site).to_h))
    rescue Node::Failed => e
      raise BuildStopped, e.message
    end

    def abandon
      @drawing.abandon
    end

    # Has a page drawn that is rendered, unless it has been as it is.
    def tell(url)
      asked = @drawings.request(url) or return
      line = JSON.generate(asked)
      @drawing.tell(line) unless @told[url] == line
      @told[url] = line
    end

    # Puts what was drawn in its place.
    def finish
      @drawings.pages.each_key { |url| tell(url) }
      answer = @drawing.answer
      @markup = @drawings.markup(answer)
      rendered.each { |page| page.output = with_drawings(page) }
      answer["pages"].each { |page| publish(page) }
    rescue Node::Failed => e
      raise BuildStopped, e.message
    end

    private

    def about_site
      address = @site.config["url"].to_s.empty? ? "" : "#{@site.config["url"]}#{@site.config["baseurl"]}"
      { "title" => @site.config["title"], "address" => address }
    end

    def datasets
      @site.data.slice(*@site.data["comparisons"].map { |comparison| comparison["id"] })
    end

    def rendered
      (@site.pages + @site.documents).select { |page| page.output&.match?(Drawings::PLACEHOLDER) }
    end

    def with_drawings(page)
      text = filled(page.output)
      File.basename(page.url) == "feed.xml" ? as_pictures(text) : text
    end

    def filled(text)
      text.gsub(Drawings::PLACEHOLDER) { |placeholder| @markup.fetch(placeholder) }
    end

    def as_pictures(text)
      text.gsub(IN_PAGE, "<img src=\"#{@site.config["url"]}\\k<file>\" alt=\"\\k<title>\">")
    end

    def publish(page)
      url = page["url"]
      page["charts"].each do |chart|
        chart["files"].each { |name, content| add(Drawings.address(url, chart["id"], Drawings::ENDINGS.fetch(name)), content) }
      end
      asked = @drawings.pages.fetch(url)
      asked.documents.each { |id, content| add(Drawings.address(url, id, ".html"), filled(content)) }
      publish_sketches(page)
      return unless page["image"]

      first = asked.charts.keys.first
      add(Drawings.address(url, first, ".png"), page["image"].unpack1("m"))
      add(Drawings.address(url, first, Drawings::THUMBNAIL), page["thumbnail"])
    end

    def publish_sketches(page)
      @drawings.pages.fetch(page["url"]).sketches.each_key.zip(page["sketches"]) do |comparison, sketch|
        add(Drawings.address(page["url"], comparison, Drawings::THUMBNAIL), sketch)
      end
    end

    def add(address, content)
      @site.static_files << ChartFile.new(@site, address, content)
    end
  end
end

Jekyll::Hooks.register(:site, :after_reset) { |site| RealtimeBench::DrawCharts.reset(site) }
Jekyll::Hooks.register(:site, :pre_render) { |site| RealtimeBench::DrawCharts.of(site) }
Jekyll::Hooks.register(%i[pages documents], :post_render) { |page| RealtimeBench::DrawCharts.of(page.site).tell(page.url) }
Jekyll::Hooks.register(:site, :post_render) { |site| RealtimeBench::DrawCharts.finish(site) }
