# frozen_string_literal: true

require_relative "../figures/cells"
require_relative "../figures/figure_format"

module RealtimeBench
  # The processes of one technology's server in one cell, and their sum, as a table that Liquid only has to walk.
  class ProcessTable
    WORDS = %w[comparison technology primary worker].freeze
    FIELDS = %w[cpu_percent memory_mib].freeze

    # @param words [Hash] technology, all dimensions, perhaps what to call the process that was started (`primary`) and the
    #   others (`worker`)
    # @param dataset [Hash] contract 2
    # @param processes [Array<Hash>] the comparison's, as the reader gives them
    # @raise [UnknownWord]
    def initialize(words, dataset, processes)
      @words = words
      @cells = Cells.new(dataset)
      check_names
      @place = @cells.fixed(words)
      return if @cells.empty?

      @technology = @cells.technology(words["technology"])
      @cell = processes.find { |cell| cell["technology"] == @technology["id"] && cell >= @place }
    end

    # Whether the data tells nothing of the processes.
    def empty?
      @cell.nil?
    end

    def caption
      Language.t("The processes of %1 with %2", @technology["name"], @cells.place_in_words(@place))
    end

    # @return [Array<Hash>] "label", "name", "n" and the texts "cpu" and "memory"; the last row is the sum
    def rows
      apart = @cell["processes"].map { |process| row(label(process["process"]), process) }
      [*apart, row(Language.t("All together"), @cell["total"])]
    end

    private

    def check_names
      ids = @cells.dimensions.map { |dimension| dimension["id"] }
      unknown = (@words.keys - WORDS - ids).first
      raise UnknownWord.new("word", unknown, WORDS + ids) if unknown

      missing = (ids - @words.keys).first
      raise UnknownWord.new("value of #{missing}", nil, @cells.values(missing)) if missing
    end

    def label(process)
      return @words["primary"] || Language.t("Primary") if process.zero?

      "#{@words["worker"] || Language.t("Worker")} #{process}"
    end

    def row(label, figures)
      cpu, memory = FIELDS.map { |field| FigureFormat.interval(*figures[field].values_at("mean", "ci95")) }
      { "label" => label, "name" => figures["name"], "n" => figures["n"], "cpu" => cpu, "memory" => memory }
    end
  end
end
