# frozen_string_literal: true

require_relative "figure_format"

module RealtimeBench
  # What a chart says, in a sentence, of the view that its page opens with. The script says the same of every view
  # (assets/js/words.js, assets/js/charts/frontier.js).
  class ChartWords
    # A ratio as written where the two can't be told apart.
    EVEN = "1.00"

    # @param chart [ChartSpec]
    # @param shown [Array<String>] ids of the technologies shown
    def initialize(chart, shown)
      @chart = chart
      @cells = chart.cells
      @shown = shown
    end

    # Who is best where a line chart's lines end; who can't be bettered in a bubble chart's cell.
    # @return [String] empty where there is no one to compare with
    def to_s
      @chart.bubble? ? frontier : lead
    end

    private

    def lead
      metric = @chart.metrics.first
      axis = @chart.to_h["x"]
      measured = technologies(@chart.indexes).filter_map do |name, index|
        value = figure(metric, index)
        [@cells.at(axis, index), name, value] if value
      end
      last = measured.map(&:first).max
      compared(ranked(measured.select { |x, _name, _value| x == last }, metric), "at #{FigureFormat.count(last)}", metric)
    end

    def compared(ranked, place, metric)
      best, following = ranked
      return "" unless following
      return "All alike #{place}: #{with_unit(best, metric)}." if best.last == ranked.last.last

      "#{ends(metric)} #{place}: #{named(best, metric)}#{apart(best, following, metric)}"
    end

    def ranked(measured, metric)
      sorted = measured.each_with_index.sort_by { |(_x, _name, value), place| [higher?(metric) ? -value : value, place] }
      sorted.map(&:first)
    end

    def ends(metric)
      higher?(metric) ? "Highest" : "Lowest"
    end

    def apart(best, following, metric)
      low, high = [best, following].map(&:last).sort
      ratio = FigureFormat.figure(high.fdiv(low)) if low.positive?
      return ", then #{named(following, metric)}." if [nil, EVEN].include?(ratio)

      ", #{ratio} × #{higher?(metric) ? "above" : "below"} #{named(following, metric)}."
    end

    def named(one, metric)
      "#{one[1]} (#{with_unit(one, metric)})"
    end

    def with_unit((_x, _name, value), metric)
      FigureFormat.with_unit(FigureFormat.figure(value), metric["unit"])
    end

    def frontier
      metrics = @chart.metrics.reverse
      all = technologies(@cells.indexes(@chart.fixed)).filter_map do |name, index|
        figures = metrics.map { |metric| figure(metric, index) }
        [name, figures.zip(metrics).map { |value, metric| higher?(metric) ? -value : value }] unless figures.include?(nil)
      end
      best = all.reject { |_name, costs| all.any? { |_other, others| beats?(others, costs) } }.map(&:first)
      best.empty? ? "" : "#{HEAD}: #{best.join(", ")}. #{TAIL} #{listed(metrics)}, and better in at least one."
    end

    HEAD = "Efficient frontier (thick rims)"
    TAIL = "To each of the others, one of these is no worse in"
    private_constant :HEAD, :TAIL

    def beats?(one, other)
      one != other && one.zip(other).all? { |cost, theirs| cost <= theirs }
    end

    def listed(metrics)
      labels = metrics.map { |metric| metric["label"].match?(/\A[A-Z]+\z/) ? metric["label"] : metric["label"].downcase }
      "#{labels[0..-2].join(", ")} and #{labels.last}"
    end

    def technologies(indexes)
      indexes.map { |index| [@cells.technology_at(index), index] }
             .select { |technology, _index| @shown.include?(technology["id"]) }
             .map { |technology, index| [technology["name"], index] }
    end

    def figure(metric, index)
      @cells.figure(metric["statistics"].values.first, index)
    end

    def higher?(metric)
      metric["better"] == "higher"
    end
  end
end
