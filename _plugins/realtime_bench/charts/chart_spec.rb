# frozen_string_literal: true

require_relative "../figures/cells"
require_relative "../figures/unknown_word"
require_relative "../language"

module RealtimeBench
  # Contract 3: the chart that a page's words ask for. A word that the data does not know raises UnknownWord.
  class ChartSpec
    KINDS = %w[line bubble].freeze
    DRAWINGS = %w[dimple].freeze
    LINE_CHART = "Line chart: %1 against %2; one line a technology. %3."
    BUBBLE_CHART = "Bubble chart: %1 against %2, bubble area in proportion to %3; one bubble a technology. %4."
    WORDS = %w[kind comparison x y size title id drawing statistic].freeze

    # @param words [Hash] the parameters of the include, by name
    # @param dataset [Hash] contract 2
    def initialize(words, dataset)
      @words = words
      @cells = Cells.new(dataset)
      @kind = words["kind"]
      raise UnknownWord.new("kind", @kind, KINDS) unless KINDS.include?(@kind)

      check_names
      raise UnknownWord.new("drawing", drawing, DRAWINGS) unless drawing.nil? || DRAWINGS.include?(drawing)

      @fixed = bubble? ? @cells.cell(words) : @cells.fixed(words)
      check_fixed if bubble? && !@cells.empty?
    end

    # The spec itself, as the figure carries it.
    # @return [Hash]
    def to_h
      sides = { "x" => x["id"], "y" => y["id"] }
      sides["size"] = size["id"] if bubble?
      sides["statistic"] = @words["statistic"] if @words.key?("statistic")
      { "kind" => @kind, "comparison" => comparison["id"], **sides, "fixed" => @fixed, "title" => title }
    end

    # What draws it in the browser, where that isn't Chart.js.
    # @return [String, nil]
    def drawing
      @words["drawing"]
    end

    # The scale that its y axis doesn't open with.
    def other_scale
      y["scale"] == "log" ? "linear" : "log"
    end

    # What the figure's id is made of, e.g. "latency-2-rooms", in all languages. A cell that its words don't name may be another
    # with the next file.
    def id
      parts = [y["id"], @words["statistic"], bubble? ? "bubbles" : nil, place_in_english]
      @words["id"] || parts.compact.join("-").downcase.gsub(/[^a-z0-9]+/, "-").chomp("-")
    end

    # A bubble chart's cell can be chosen, so its place is no part of the title.
    def title
      @words["title"] || [headline, bubble? ? "" : place].reject(&:empty?).join(", ")
    end

    # Of its picture: what the chart shows; a bubble chart's cell belongs to it, as nothing in a picture can choose another.
    def picture_title
      [title, *(place if bubble?)].join(", ")
    end

    # The dimensions that every point shares, in words: "2 rooms".
    def place
      @cells.place_in_words(@fixed)
    end

    # What the chart shows, for those who do not see it.
    def description
      return Language.t(LINE_CHART, in_unit(y), x["label"].downcase, title) unless bubble?

      Language.t(BUBBLE_CHART, *[y, x, size].map { |metric| in_unit(metric) }, title)
    end

    # The same where the chart's table follows.
    def label
      Language.t("%1 The figures are in the table below.", description)
    end

    # The metrics that the chart shows, main one first; with one statistic alone where its words name it.
    def metrics
      bubble? ? [size, y, x] : [narrowed(y)]
    end

    def bubble?
      @kind == "bubble"
    end

    # Whether there is nothing that it could draw.
    def empty?
      @cells.indexes(bubble? ? {} : @fixed).empty?
    end

    private

    def comparison
      @cells.dataset.fetch("comparison")
    end

    def y
      @cells.metric(@words["y"])
    end

    def narrowed(metric)
      id = @words["statistic"]
      return metric if id.nil?

      known = metric["statistics"]
      raise UnknownWord.new("statistic", id, known.keys) unless known.key?(id)

      metric.merge("statistics" => known.slice(id))
    end

    def x
      bubble? ? @cells.metric(@words["x"]) : @cells.axis(@words["x"])
    end

    def size
      @cells.metric(@words["size"])
    end

    def headline
      bubble? ? Language.t("%1, %2 and %3", y["label"], x["label"].downcase, size["label"].downcase) : y["label"]
    end

    def in_unit(metric)
      label = metric["label"]
      Language.t("%1 in %2", label.match?(/\A[A-Z]+\z/) ? label : label.downcase, metric["unit"])
    end

    def place_in_english
      @cells.place_in_words(@cells.fixed(@words), Language.english)
    end

    def check_names
      known = WORDS + @cells.dimensions.map { |dimension| dimension["id"] }
      unknown = (@words.keys - known).first
      raise UnknownWord.new("word", unknown, known) if unknown
    end

    # A bubble stands for one cell, so all of its dimensions have to be given.
    def check_fixed
      @cells.dimensions.each do |dimension|
        id = dimension["id"]
        raise UnknownWord.new("value of #{id}", nil, @cells.values(id)) unless @fixed.key?(id)
      end
    end
  end
end
