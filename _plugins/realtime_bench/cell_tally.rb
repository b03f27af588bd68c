# frozen_string_literal: true

require_relative "iterations"

module RealtimeBench
  # What one run says of one cell: its iterations, counted and summed, the values of each metric, and the processes.
  class CellTally
    # Doubles, as Array#pack has them: Marshal would write each in decimals.
    DOUBLES = "E*"
    SUMS = %w[expected_deliveries lost_deliveries duplicated_deliveries out_of_order_deliveries].freeze

    FINISHED = ["complete", "", nil].freeze

    # What a file's rows hold that cells count, sum and keep; of sums and figures only what the file has.
    Columns = Struct.new(:outcomes, :saturated, :sums, :figures) do
      # @param file [ResultFile]
      # @param metric_fields [Hash] as CellTally takes them
      def self.of(file, metric_fields)
        new(file.column("outcome"), file.column("client_saturated"),
            SUMS.to_h { |field| [field, file.counts(field)] }.compact,
            metric_fields.to_h { |field, formula| [field, file.numbers(field, formula)] }.compact)
      end
    end

    attr_reader :technology, :dimensions, :file, :factors, :iterations, :unfinished, :saturated, :sums, :figures, :processes

    # @param technology [String] its id
    # @param dimensions [Array<Integer>]
    # @param file [String] path of the first file that has the cell
    # @param factors [Hash] tokens of the fields that the axes are made of, besides the dimensions
    # @param metric_fields [Hash] fields to keep the values of, each with what it is made of, nil where files hold it
    def initialize(technology, dimensions, file, factors, metric_fields)
      @technology = technology
      @dimensions = dimensions
      @file = file
      @factors = factors
      @iterations = Iterations.new
      @processes = {}
      @unfinished = 0
      @saturated = 0
      @sums = SUMS.to_h { |field| [field, nil] }
      @figures = metric_fields.transform_values { [] }
    end

    # Adds a stretch of a file's rows, all of this cell; the iterations themselves are the tally's to add.
    # @param columns [Columns]
    # @param from [Integer] the first row
    # @param count [Integer] how many
    def add(columns, from, count)
      add_flags(columns, from, count)
      columns.sums.each do |field, counts|
        found = counts[from, count].compact
        @sums[field] = (@sums[field] || 0) + found.sum unless found.empty?
      end
      columns.figures.each { |field, numbers| @figures[field].concat(numbers[from, count].compact) }
    end

    # Takes what another has of the same cell; the iterations are others.
    def take(other)
      @iterations.take(other.iterations)
      @processes.merge!(other.processes)
      @unfinished += other.unfinished
      @saturated += other.saturated
      @sums.merge!(other.sums) { |_field, own, others| [own, others].compact.sum if own || others }
      @figures.each { |field, numbers| numbers.concat(other.figures.fetch(field)) }
    end

    # What another process gets.
    def marshal_dump
      [technology, dimensions, file, factors, iterations, processes, unfinished, saturated, sums,
       figures.transform_values { |numbers| numbers.pack(DOUBLES) },]
    end

    def marshal_load(members)
      @technology, @dimensions, @file, @factors, @iterations, @processes, @unfinished, @saturated, @sums, figures = members
      @figures = figures.transform_values { |numbers| numbers.unpack(DOUBLES) }
    end

    private

    def add_flags(columns, from, count)
      @unfinished += columns.outcomes[from, count].count { |outcome| !FINISHED.include?(outcome) } if columns.outcomes
      @saturated += columns.saturated[from, count].count("true") if columns.saturated
    end
  end
end
