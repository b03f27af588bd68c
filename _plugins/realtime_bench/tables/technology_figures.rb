# frozen_string_literal: true

require_relative "scoreboard_columns"

module RealtimeBench
  # What was measured of one technology, beside the median of all and its place among them: a row a column, as a scoreboard has
  # columns.
  class TechnologyFigures
    # The columns of a comparison: those of its scoreboard whose loads were run, or where there is none its metrics in the cell
    # that its page opens with, or in the heaviest that these technologies have. Facts of servers are apart, as they are of no
    # comparison.
    # @param declared [Array<Hash>, nil] `scoreboard` of data/comparisons.yml
    # @param dataset [Hash] contract 2, with cells
    # @param technologies [Array<Hash>] those of the dataset that stand beside each other
    # @param datasets [Hash] contract 2 by comparison, of those that columns name
    def self.of_comparison(declared, dataset, technologies, datasets)
      columns = measured_columns(declared || [], dataset, datasets)
      columns = opening_columns(dataset, technologies) if columns.empty?
      new(columns.map { |column| ScoreboardColumns.of(column, dataset, [], datasets) }, technologies)
    end

    def self.measured_columns(declared, dataset, datasets)
      declared.reject do |column|
        column["fact"] || !Cells.new(datasets.fetch(column["comparison"], dataset)).measured?(column["at"] || {})
      end
    end

    # Without metrics that are another's figures in other words.
    def self.opening_columns(dataset, technologies)
      at = place(Cells.new(dataset), technologies)
      dataset["metrics"].reject { |metric| metric["instead_of"] }.filter_map do |metric|
        measured = metric["statistics"].select { |_statistic, field| dataset["cells"].key?(field) }.keys
        statistic = measured.find { |one| one == "p99" } || measured.first
        { "metric" => metric["id"], "statistic" => statistic, "at" => at } if statistic
      end
    end

    def self.place(cells, technologies)
      own = cells.indexes({}).select { |index| technologies.include?(cells.technology_at(index)) }
      places = own.map { |index| cells.place_of(index) }
      places.find { |place| place == cells.dataset["opening_cell"] } || places.max_by(&:values)
    end
    private_class_method :measured_columns, :opening_columns, :place

    # A label or a title as it stands within a sentence.
    def self.in_sentence(label)
      label.sub(/\A[A-Z](?![A-Z])/, &:downcase)
    end

    # @param columns [Array<ScoreboardColumns::Base>]
    # @param technologies [Array<Hash>] all that have figures; what is no server has no place among them
    def initialize(columns, technologies)
      field = technologies.reject { |technology| technology["ceiling"] }
      @standings = columns.map { |column| Standing.new(column, field) }
    end

    # @param technology [Hash] as in the dataset
    # @return [Array<Hash>] "label", "name" (the same in a sentence), "unit", "at" which load, "text", "interval", the "median" (a
    #   text; nil where the technology is the only one), its "place" (nil where its load failed, or it has none) "of" how many,
    #   and the "failure"; without what is zero for all
    def rows(technology)
      @standings.filter_map { |standing| standing.row(technology) }
    end

    # Where all technologies stand in one column.
    class Standing
      def initialize(column, field)
        @column = column
        @figures = field.to_h { |technology| [technology["id"], column.figure(technology)] }.compact
      end

      # @return [Hash, nil] as TechnologyFigures#rows has it
      def row(technology)
        figure = @figures[technology["id"]] || @column.figure(technology)
        return if figure.nil? || [figure, *@figures.values].all? { |one| one.value.zero? }

        { "label" => @column.label, "name" => TechnologyFigures.in_sentence(@column.label), "unit" => @column.unit,
          "at" => @column.at, "text" => figure.text, "interval" => figure.interval,
          "median" => (median if @figures.length > 1), "place" => place(technology),
          "of" => @figures.length, "failure" => @column.failure(technology), }
      end

      private

      # Of those whose loads didn't fail; equal ones share a place.
      def place(technology)
        own = @figures[technology["id"]]&.order
        return if own.nil? || @figures.length < 2

        1 + orders.count { |order| @column.better == "higher" ? order > own : order < own }
      end

      def orders
        @orders ||= @figures.values.filter_map(&:order)
      end

      def median
        @median ||= in_words(@figures.values.select(&:order).sort_by(&:value))
      end

      # A count where all figures are, as they are written.
      def in_words(figures)
        return if figures.empty?

        middle = [figures[(figures.length - 1) / 2], figures[figures.length / 2]].sum { |figure| figure.value.to_r } / 2
        counts = figures.all? { |figure| figure.text.delete_prefix("≥ ") == FigureFormat.count(figure.value) }
        counts && (middle % 1).zero? ? FigureFormat.count(middle) : FigureFormat.figure(middle)
      end
    end
    private_constant :Standing
  end
end
