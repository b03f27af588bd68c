# frozen_string_literal: true

require_relative "../figures/figure_words"

module RealtimeBench
  # The load that a technology carries:
  #   {% capacity technology="node-ws" rooms=1 metric="latency" statistic="p99" limit=100 %}
  # Load grows along the comparison's last dimension. A cell holds where the mean of the figure is at most the limit in each of
  # its runs, nothing was lost and every iteration was complete; a load is carried where it holds and all smaller ones measured
  # do.
  class Capacity
    # `most` is the greatest load carried, nil where the smallest one measured, `least`, doesn't hold. `open` is whether it may
    # carry more: all loads measured hold, or the client may have been the limit of the first that doesn't.
    Carried = Struct.new(:most, :least, :open) do
      # What tables are sorted by: who may carry more stands above who carries just as much. Nil where nothing is known.
      def order
        return open ? nil : 0 if most.nil?

        most + (open ? 0.5 : 0)
      end

      # As tables write it: "40"; "≥ 60" where it may carry more; "< 10" where the smallest load measured is too much.
      def to_s
        return open ? FigureFormat::MISSING : "< #{FigureFormat.count(least)}" if most.nil?

        "#{"≥ " if open}#{FigureFormat.count(most)}"
      end
    end

    # @param words [Hash] metric, limit in its unit, perhaps statistic, technology and the other dimensions
    # @param dataset [Hash] contract 2
    # @raise [UnknownWord]
    def initialize(words, dataset)
      @words = FigureWords.new(words, dataset, %w[technology limit])
      *others, @load = cells.dimensions
      refuse_load(others) if words.key?(@load["id"])
      @limit = limit
    end

    # @return [String] e.g. "40 users", "at least 60 users", "fewer than 10 users"; a dash while there are no results at all
    def to_s
      place = @words.whole_place(except: @load["id"])
      return FigureFormat::MISSING if cells.empty?

      technology = cells.technology(@words["technology"])
      carried = carried(technology, place)
      return in_words(carried) if carried
      return FigureFormat::MISSING if measured_at(place).key?(technology)

      raise UnknownWord.new("cell", "#{@words["technology"]} with #{cells.place_in_words(place)}", [])
    end

    # @param technology [Hash] as in the dataset
    # @param place [Hash] the values of the other dimensions, by id
    # @return [Carried, nil] nil where nothing is measured there, or no cell states the figure and none failed
    def carried(technology, place)
      measured = measured_at(place)[technology]&.sort_by { |index| load_of(index) }
      return if measured.nil? || measured.all? { |index| unstated?(index) }

      held = measured.take_while { |index| holds?(index) }
      first_failing = measured[held.length]
      open = first_failing.nil? || cells.at("saturated_iterations", first_failing).positive?
      Carried.new(held.last && load_of(held.last), load_of(measured.first), open)
    end

    # What is asked of a cell, in words: "latency p99 of at most 100 ms, nothing lost, every iteration complete".
    def criterion
      metric = @words.metric
      name = metric["label"].match?(/\A[A-Z]+\z/) ? metric["label"] : metric["label"].downcase
      statistic = Statistic.label(@words.statistic)
      Language.t("%1 %2 of at most %3, nothing lost, every iteration complete", name, statistic, limit_in_words)
    end

    # The same in a column's head: "p99 ≤ 100 ms".
    def short_criterion
      "#{Statistic.label(@words.statistic)} ≤ #{limit_in_words}"
    end

    # The places to tell apart: the values of the other dimensions, as far as the words leave them open.
    # @return [Array<Hash>] dimension id to value
    def places
      cells.in_order(cells.indexes(@words.fixed).map { |index| cells.place_of(index).except(@load["id"]) }.uniq)
    end

    def cells
      @words.cells
    end

    # The dimension that load grows along.
    attr_reader :load

    private

    # @return [Hash] the indexes of the cells there by technology
    def measured_at(place)
      @measured ||= {}
      @measured[place] ||= cells.indexes(place).group_by { |index| cells.technology_at(index) }.compare_by_identity
    end

    def load_of(index)
      cells.at(@load["id"], index)
    end

    def holds?(index)
      value = @words.highest(index)
      !value.nil? && value <= @limit && !cells.at("lost_deliveries", index).to_i.positive? &&
        cells.at("unfinished_iterations", index).zero?
    end

    def unstated?(index)
      @words.highest(index).nil? && cells.at("unfinished_iterations", index).zero?
    end

    def in_words(carried)
      return carried.open ? FigureFormat::MISSING : Language.t("fewer than %1", users(carried.least)) if carried.most.nil?

      carried.open ? Language.t("at least %1", users(carried.most)) : users(carried.most)
    end

    def limit_in_words
      FigureFormat.with_unit((@limit % 1).zero? ? FigureFormat.count(@limit) : @limit.to_s, @words.metric["unit"])
    end

    def users(value)
      cells.place_in_words(@load["id"] => value)
    end

    def limit
      Float(@words["limit"].to_s, exception: false)&.then { |number| number if number.positive? } or
        raise UnknownWord.new("limit", @words["limit"], ["a number above 0"])
    end

    def refuse_load(others)
      raise UnknownWord.new("word", @load["id"], FigureWords::COMMON + %w[technology limit] + others.map { |one| one["id"] })
    end
  end
end
