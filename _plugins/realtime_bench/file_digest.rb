# frozen_string_literal: true

require_relative "cell_tally"

module RealtimeBench
  # What a tally needs of a result file that has passed, and no more; so it passes from process to process at little cost.
  class FileDigest
    attr_reader :path, :run, :row_count, :processes, :stretches, :iterations, :columns

    # @param file [ResultFile]
    # @param cell_fields [Array<String>] whose tokens name a cell
    # @param factors [Array<String>] fields that axes are made of besides
    # @param metric_fields [Hash] as CellTally takes them
    def initialize(file, cell_fields, factors, metric_fields)
      @path = file.path
      @run = file.run
      @row_count = file.row_count
      @processes = file.processes
      @stretches = file.stretches(cell_fields)
      @iterations = file.counts("iteration")
      @factors = factors.to_h { |field| [field, shortened(file.column(field))] }
      @columns = CellTally::Columns.of(file, metric_fields)
    end

    # A factor's tokens in a stretch of rows.
    # @return [Array<String, nil>]
    def factor(field, from, count)
      tokens = @factors.fetch(field)
      tokens.is_a?(Array) ? tokens[from, count] : Array.new(count, tokens)
    end

    private

    # One token where all are the same, as they mostly are.
    def shortened(tokens)
      tokens && tokens.count(tokens.first) == tokens.length ? tokens.first : tokens
    end
  end
end
