# frozen_string_literal: true

require "uri"
require_relative "../figures/figure_words"
require_relative "../prose/capacity"
require_relative "searched_loads"

module RealtimeBench
  # The kinds of columns that a scoreboard can have. Each says what it is, and gives the figure of a technology.
  module ScoreboardColumns
    # A text that is a number as scripts read it.
    PLAIN = /\A[\d.]+\z/
    # Characters of a figure, as "≥ 60" or "1,234".
    USUAL = 6
    # Of the scale, some two pixels.
    SEEN = 0.01

    # What scripts read in place of a value to sort by.
    FAILED = "failed"

    # `value` is its place on the scale, `text` how it is written, `order` what it is sorted by: nil, where its load failed, last.
    # `half_width` is that of its confidence interval, `searched` whether it is of another comparison's search.
    Figure = Struct.new(:value, :text, :order, :half_width, :searched) do
      # The interval as it follows the text, " ± 0.020".
      def interval
        FigureFormat.interval(value, half_width).delete_prefix(text) if half_width
      end

      # What a table's cell has of it: "text", "interval" (a text or nil), the "value" to sort by where the text isn't that, what
      # was "searched" (value and half-width, for scripts), and the shares of the scale at which it stands ("share"), its interval
      # begins ("low") and ends ("high"), where that shows.
      # @return [Hash]
      def on(scale)
        low, high = ends(scale)
        { "text" => text, "interval" => interval, "value" => sort_value,
          "searched" => ([value, half_width].compact.join(" ") if searched),
          "share" => ScoreboardColumns.short(scale.share(value)), "low" => low, "high" => high, }
      end

      private

      def sort_value
        return FAILED if order.nil?

        order unless Language.current.plain? && PLAIN.match?(text)
      end

      # Where the interval begins and ends; nothing where that is less than can be seen.
      def ends(scale)
        return if half_width.nil?

        shares = [value - half_width, value + half_width].map { |one| scale.share(one) }
        shares.map { |share| ScoreboardColumns.short(share) } if shares.last - shares.first >= SEEN
      end
    end

    # A share as style sheets take a number with fewest characters: ".25", "1".
    def self.short(share)
      share.to_s.delete_suffix(".0").sub(/\A0\./, ".")
    end

    # @param words [FigureWords]
    # @param index [Integer] of a cell
    # @return [Figure, nil]
    def self.measured(words, index)
      mean = words.figure(index)
      return if mean.nil?
      return at_least(mean) if words.open?(index)

      order = mean if words.cells.failure(index).nil?
      Figure.new(mean, FigureFormat.figure(mean), order, words.figure(index, "ci95"))
    end

    # Of a figure that may be more: whole, and without an interval, as that would have an end.
    def self.at_least(mean)
      load(Capacity::Carried.new(mean.floor.nonzero?, nil, true))
    end

    # @param carried [Capacity::Carried, nil]
    # @return [Figure, nil]
    def self.load(carried)
      Figure.new(carried.most || 0, carried.to_s, carried.order) if carried&.order
    end

    # @param figures [Array<Figure>]
    # @param kind [String, nil] "log", where no figure is zero
    # @return [LinearScale, LogScale]
    def self.scale(figures, kind)
      (kind == "log" && figures.all? { |figure| figure.value.positive? } ? LogScale : LinearScale).new(figures)
    end

    # @param cells [Array<Hash>] as Figure#on gives them
    # @return [Float, nil] the room in em that the longest text takes beside its mark; nil where style sheets leave as much
    def self.room(cells)
      longest = cells.map { |cell| cell["text"].length }.max.to_i
      (longest * 0.65).round(1) if longest > USUAL
    end

    # @param declared [Hash] a column of `scoreboard` in data/comparisons.yml
    # @param datasets [Hash] contract 2, by comparison
    # @return [Base]
    def self.of(declared, dataset, facts, datasets)
      return FactColumn.new(declared, facts) if declared["fact"]

      measured = declared["comparison"] ? Language.current.labelled(datasets.fetch(declared["comparison"])) : dataset
      return RelativeColumn.new(declared, measured) if declared["relative_to"]
      return MetricColumn.new(declared, measured) unless declared["limit"]

      search = declared["search"]
      CapacityColumn.new(declared, dataset, search && SearchedLoads.new(search["at"], datasets.fetch(search["comparison"])))
    end

    # From zero to the largest figure, as bars need it.
    class LinearScale
      # @param figures [Array<Figure>]
      def initialize(figures)
        @largest = figures.map { |figure| figure.value + figure.half_width.to_f }.max.to_f
      end

      # @return [Float] 0 to 1
      def share(value)
        @largest.positive? ? (value / @largest).clamp(0, 1).round(3) : 0
      end
    end

    # From the smallest figure to the end of the largest's interval; an interval that begins below is cut off there.
    class LogScale
      # @param figures [Array<Figure>] all above zero
      def initialize(figures)
        @first = Math.log(figures.map(&:value).min)
        @length = Math.log(figures.map { |figure| figure.value + figure.half_width.to_f }.max) - @first
      end

      # @return [Float] 0 to 1
      def share(value)
        return 0 unless value.positive? && @length.positive?

        ((Math.log(value) - @first) / @length).clamp(0, 1).round(3)
      end
    end

    # What all have in common.
    class Base
      attr_reader :at

      def initialize(declared)
        @declared = declared.merge(declared.slice("label", "unit").transform_values { |text| Language.t(text) })
      end

      # The id of the other comparison that its figures are of, if any.
      def comparison
        @declared["comparison"]
      end

      # Why the load failed that a technology's figure is of (a text); nil where it didn't.
      def failure(_technology)
        nil
      end

      # What tells scripts which figures these are; nil where they are of no measured cells.
      def of
        nil
      end

      # A bar begins at zero, so a logarithmic scale has dots.
      def mark
        @declared["scale"] == "log" ? "dot" : "bar"
      end

      # @param technologies [Array<Hash>] as in the dataset
      def scale(technologies)
        ScoreboardColumns.scale(technologies.filter_map { |technology| figure(technology) }, @declared["scale"])
      end
    end

    # A metric's figure in one cell. Another comparison's stays as it is built, whatever load a reader says is his.
    class MetricColumn < Base
      attr_reader :of

      def initialize(declared, dataset)
        super(declared)
        @words = FigureWords.new(declared.slice("metric", "statistic").merge(declared["at"]), dataset, [])
        place = @words.whole_place
        @at = @words.cells.place_in_words(place)
        @of = { "figure" => word, "cell" => URI.encode_www_form(place) } unless declared["comparison"]
        @cells = @words.cells.indexes(place).to_h { |index| [@words.cells.technology_at(index)["id"], index] }
      end

      def word
        "#{@words.metric["id"]}-#{@words.statistic}"
      end

      def label
        statistic = Statistic.label(@words.statistic)
        @declared["label"] || (@words.statistic == "mean" ? @words.metric["label"] : "#{@words.metric["label"]} #{statistic}")
      end

      def unit
        @declared["unit"] || @words.metric["unit"]
      end

      def better
        @words.metric["better"]
      end

      def figure(technology)
        index = @cells[technology["id"]]
        ScoreboardColumns.measured(@words, index) if index
      end

      def failure(technology)
        index = @cells[technology["id"]]
        @words.cells.failure(index) if index
      end
    end

    # The same in percent of one technology's figure.
    class RelativeColumn < MetricColumn
      def initialize(declared, dataset)
        super
        @of = @at = nil
        @whole = { "id" => declared["relative_to"] }
      end

      def word
        "relative"
      end

      def figure(technology)
        part = super
        whole = super(@whole)
        return if part.nil? || whole.nil?

        percent = (100.0 * part.value / whole.value).round
        Figure.new(percent, "#{part.text[/\A≥ /]}#{percent}", percent)
      end
    end

    # The load that a technology carries, the other dimensions held: as a search found it, else as the grid tells it.
    class CapacityColumn < Base
      attr_reader :of

      # @param searched [SearchedLoads, nil]
      def initialize(declared, dataset, searched)
        super(declared)
        @searched = searched
        @capacity = Capacity.new(declared.slice("metric", "statistic", "limit").merge(declared["at"]), dataset)
        @place = @capacity.places.first
        @at = @capacity.short_criterion
        @of = { "figure" => "#{declared["metric"]}-#{declared["statistic"]}", "cell" => URI.encode_www_form(@place),
                "limit" => declared["limit"], }
      end

      def word
        "carries"
      end

      def label
        @declared["label"] || Language.t("Carries")
      end

      def unit
        place = @capacity.cells.place_in_words(@place)
        @declared["unit"] || [@capacity.load["label"].downcase, place].reject(&:empty?).join(", ")
      end

      def better
        "higher"
      end

      def figure(technology)
        @searched&.figure(technology) || ScoreboardColumns.load(@capacity.carried(technology, @place))
      end
    end

    # What a server costs before anyone connects.
    class FactColumn < Base
      # @raise [UnknownWord]
      def initialize(declared, facts)
        super(declared)
        fact = declared["fact"]
        raise UnknownWord.new("fact", fact, facts.first.keys) unless facts.empty? || facts.first.key?(fact)

        @facts = facts.to_h { |server| [server["technology"], server[fact]] }
      end

      def word
        @declared["fact"]
      end

      def label
        @declared["label"]
      end

      def unit
        @declared["unit"]
      end

      def better
        "lower"
      end

      def figure(technology)
        value = @facts[technology["id"]]
        Figure.new(value, value.is_a?(Integer) ? FigureFormat.count(value) : FigureFormat.figure(value), value) if value
      end
    end
  end
end
