# frozen_string_literal: true

module RealtimeBench
  # What the pages of a build ask script/draw-charts.mjs for: charts, and summaries of cells. A page has a placeholder for each
  # part of the answer until all pages are rendered and drawn (draw_charts.rb).
  class Drawings
    PLACEHOLDER = /<!--drawn [^>]*-->/
    # What the answer has of a chart for its page.
    PARTS = %w[svg words size_key missing table].freeze
    SYMBOLS = "<!--drawn symbols-->"
    # How the addresses of a chart's files end: as it opens, and on another scale.
    THUMBNAIL = "-small.svg"
    ENDINGS = { "opening" => ".svg", "linear" => "-linear.svg", "log" => "-log.svg" }.freeze

    # One page: what it is asked to have, `documents`, the pages of its charts' figures, by their charts' ids, and the
    # `image` by which a link to it is shown, as front matter has it.
    Page = Struct.new(:lang, :comparisons, :shown, :charts, :summaries, :documents, :sketches, :image)
    # Whose sketches are of all servers of a comparison; the pages below it share them.
    TECHNOLOGIES = "/technologies/"

    @of_sites = {}.compare_by_identity

    # A build begins, which asks for nothing yet.
    # @param site [Jekyll::Site]
    def self.begin(site)
      @of_sites[site] = new
    end

    # @return [Drawings] of the build that is under way
    def self.of(site)
      @of_sites[site]
    end

    def initialize
      @pages = {}
    end

    # @return [Hash] the address of each page that asks for something to its Page
    attr_reader :pages

    def empty?
      @pages.empty?
    end

    # @param page [Hash] as Liquid has it
    # @param chart [ChartSpec]
    # @return [Hash] the answer's parts, each as its placeholder
    def chart(page, chart)
      asked = of(page)
      asked.image ||= { "path" => Drawings.address(page["url"], chart.id, ".png"), "width" => 1200, "height" => 630,
                        "alt" => chart.picture_title, }
      asked.charts[chart.id] ||= { "id" => chart.id, "spec" => chart.to_h, "label" => chart.label,
                                   "description" => chart.description, }
      PARTS.to_h { |part| [part, "<!--drawn #{part} #{chart.id} #{page["url"]}-->"] }
    end

    # A sketch of all lines of a comparison, in which an address with #ID makes one stand out.
    # @param spec [Hash] contract 3
    # @param technologies [Array<String>] ids of those drawn
    # @return [String] its address from the site's root
    def sketch(spec, technologies)
      of({ "url" => TECHNOLOGIES }).sketches[spec["comparison"]] ||= { "spec" => spec, "technologies" => technologies }
      Drawings.address(TECHNOLOGIES, spec["comparison"], THUMBNAIL)
    end

    # @param url [String] of a page
    # @return [Hash, nil] its first chart's picture, as front matter has it; nil where it is not rendered, or has none
    def image(url)
      @pages[url]&.image
    end

    # @param cell [Hash] dimension id to value
    # @param technologies [Array<String>, nil] ids of those that it has rows of; nil for all
    # @return [String] the placeholder of a summary's head and body
    def summary(page, comparison, cell, technologies = nil)
      summaries = of(page).summaries
      wanted = { "comparison" => comparison, "cell" => cell, "technologies" => technologies }.compact
      summaries << wanted unless summaries.include?(wanted)
      "<!--drawn summary #{summaries.index(wanted)} #{page["url"]}-->"
    end

    # Keeps the page of a chart's figures, which has a placeholder too.
    def document(page, id, content)
      of(page).documents[id] = content
    end

    # The address of a file that is about a chart of a page.
    # @param ending [String] e.g. "-log.svg"
    def self.address(url, id, ending)
      File.join(url.sub(/\.html\z/, "/"), "charts", "#{id}#{ending}")
    end

    # @return [Hash, nil] what draw-charts.mjs takes of a page; nil of one that asks for nothing
    def request(url)
      page = @pages[url] or return
      { "url" => url, "lang" => page.lang,
        "comparisons" => page.comparisons, "shown" => page.shown, "charts" => page.charts.values,
        "summaries" => page.summaries, "sketches" => page.sketches.values, "image" => page.charts.keys.first, }
    end

    # @param answer [Hash] of draw-charts.mjs
    # @return [Hash] each placeholder to its markup
    def markup(answer)
      answer["pages"].reduce({ SYMBOLS => answer["symbols"] }) do |all, page|
        of_charts = page["charts"].flat_map do |chart|
          PARTS.map { |part| ["<!--drawn #{part} #{chart["id"]} #{page["url"]}-->", chart[part]] }
        end
        summaries = page["summaries"].each_with_index.map { |text, index| ["<!--drawn summary #{index} #{page["url"]}-->", text] }
        all.merge((of_charts + summaries).to_h)
      end
    end

    private

    def of(page)
      comparisons = [page["comparison"], *page["further_comparisons"]].compact
      @pages[page["url"]] ||= Page.new(page["lang"], comparisons, page["shown"], {}, [], {}, {})
    end
  end
end
