# frozen_string_literal: true

module RealtimeBench
  # What one run says of one cell: its iterations, counted and summed, the values of each metric, and the processes.
  class CellTally
    SUMS = %w[expected_deliveries lost_deliveries duplicated_deliveries out_of_order_deliveries].freeze

    attr_reader :technology, :dimensions, :file, :factors, :iterations, :unfinished, :saturated, :sums, :figures, :processes

    # @param technology [String] its id
    # @param dimensions [Array<Integer>]
    # @param file [String] path of the first file that has the cell
    # @param factors [Hash] tokens of the fields that the axes are made of, besides the dimensions
    # @param metric_fields [Array<String>] fields to keep the values of
    def initialize(technology, dimensions, file, factors, metric_fields)
      @technology = technology
      @dimensions = dimensions
      @file = file
      @factors = factors
      @iterations = {}
      @processes = {}
      @unfinished = 0
      @saturated = 0
      @sums = SUMS.to_h { |field| [field, nil] }
      @figures = metric_fields.to_h { |field| [field, []] }
    end

    # Adds a stretch of a file's rows, all of this cell; the iterations themselves are the tally's to add.
    # @param file [ResultFile]
    # @param from [Integer] the first row
    # @param count [Integer] how many
    def add(file, from, count)
      add_flags(file, from, count)
      SUMS.each do |field|
        counts = file.counts(field) or next
        found = counts[from, count].compact
        @sums[field] = (@sums[field] || 0) + found.sum unless found.empty?
      end
      @figures.each do |field, values|
        numbers = file.numbers(field) or next
        found = numbers[from, count]
        found.compact!
        values.concat(found)
      end
    end

    private

    def add_flags(file, from, count)
      outcomes = file.column("outcome")&.slice(from, count) || []
      @unfinished += outcomes.length - outcomes.count { |outcome| outcome.nil? || outcome.empty? || outcome == "complete" }
      @saturated += file.column("client_saturated")&.slice(from, count)&.count("true").to_i
    end
  end
end
