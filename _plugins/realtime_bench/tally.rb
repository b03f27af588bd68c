# frozen_string_literal: true

require "date"
require_relative "fault"
require_relative "result_file"

module RealtimeBench
  # Gathers the rows of one comparison's files into runs and cells, as they are read, and keeps of each
  # row only what a summary needs. Finds cells that one run measured twice.
  class Tally
    SUMS = %w[expected_deliveries lost_deliveries duplicated_deliveries out_of_order_deliveries].freeze

    # An iteration's place is kept as one number: which file, and which row of it.
    FILE_SHIFT = 32

    # A run: what its files state, and its cells by technology and dimensions.
    Run = Struct.new(:statement, :files, :commands, :cells) do
      # Orders runs by time; the unnamed one is the oldest.
      def started
        statement ? DateTime.rfc3339(statement.fetch("started_at")).to_time : Time.at(0)
      end
    end

    # A file that has been gathered: its path, number of rows, technologies and run.
    Source = Struct.new(:path, :row_count, :technologies, :run)

    # A cell of one run, and the values of its iterations.
    Cell = Struct.new(:technology, :dimensions, :file, :factors, :iterations, :unfinished, :saturated, :sums, :values)

    attr_reader :runs, :sources, :faults

    # @param comparison [Hash] as in the registry
    # @param metric_fields [Array<String>] fields to keep the values of
    def initialize(comparison, metric_fields)
      @dimensions = comparison["dimensions"].map { |dimension| dimension["id"] }
      @factors = comparison["axes"].flat_map { |axis| axis["product"] }.uniq - @dimensions
      @metric_fields = metric_fields
      @runs = {}
      @sources = []
      @faults = []
    end

    # Takes the rows of one file.
    # @param file [ResultFile]
    def absorb(file)
      run = run_of(file)
      columns = Columns.new(file.fields, @dimensions, @factors, @metric_fields)
      technologies = {}
      last_key = cell = nil
      file.rows.each_with_index do |tokens, index|
        key = tokens.values_at(*columns.key)
        unless key == last_key # rows of a cell mostly follow each other
          cell = (run.cells[key.join("\t")] ||= new_cell(key, columns, file, tokens))
          technologies[cell.technology] = last_key = key
        end
        add(cell, columns, file, tokens, index)
      end
      @sources << Source.new(file.path, file.rows.length, technologies.keys, run)
    end

    # Where the fields of a file are.
    class Columns
      attr_reader :technology, :key, :iteration, :factors, :outcome, :saturated, :sums, :metrics

      def initialize(fields, dimensions, factors, metrics)
        at = fields.each_with_index.to_h
        @technology = at.fetch("technology")
        @key = ["technology", *dimensions].map { |field| at.fetch(field) }
        @iteration = at.fetch("iteration")
        @factors = factors.map { |field| at.fetch(field) }
        @outcome = at["outcome"]
        @saturated = at["client_saturated"]
        @sums = SUMS.each_index.filter_map { |index| [index, at[SUMS[index]]] if at[SUMS[index]] }
        @metrics = metrics.each_index.filter_map { |index| [index, at[metrics[index]]] if at[metrics[index]] }
      end
    end

    private

    def run_of(file)
      statement = file.run
      key = statement && [statement["started_at"], statement["machine"], statement.dig("client", "version")]
      run = (@runs[key] ||= Run.new(statement, [], [], {}))
      run.files << file.path
      run.commands |= [statement["command"]] if statement
      run
    end

    def add(cell, columns, file, tokens, index)
      iteration = tokens[columns.iteration].to_i
      return refuse_twice(cell, file, index, iteration) if cell.iterations.key?(iteration)

      cell.iterations[iteration] = (@sources.length << FILE_SHIFT) | index
      check_factors(cell, columns, file, tokens, index)
      keep(cell, columns, tokens)
    end

    def new_cell(key, columns, file, tokens)
      technology, *dimensions = key
      Cell.new(technology, dimensions.map(&:to_i), file.path, tokens.values_at(*columns.factors), {}, 0, 0,
               Array.new(SUMS.length), Array.new(@metric_fields.length) { [] })
    end

    def keep(cell, columns, tokens)
      outcome = columns.outcome && tokens[columns.outcome]
      cell.unfinished += 1 if outcome && outcome != "complete" && outcome != ""
      cell.saturated += 1 if columns.saturated && tokens[columns.saturated] == "true"
      columns.sums.each do |slot, column|
        token = tokens[column]
        cell.sums[slot] = (cell.sums[slot] || 0) + token.to_i unless token.nil? || token.empty?
      end
      columns.metrics.each do |slot, column|
        token = tokens[column]
        cell.values[slot] << token.to_f unless token.nil? || token.empty?
      end
    end

    def refuse_twice(cell, file, index, iteration)
      name = @dimensions.zip(cell.dimensions).map { |field, value| ", #{field} #{value}" }.join
      @faults << Fault.new(ResultFile.place(file.path, index, "iteration"),
                           "#{iteration} of technology #{cell.technology}#{name} is already in #{place(cell, iteration, file)} " \
                           "(expected each iteration of a cell once in a run)")
    end

    # Where an iteration of a cell was read; `file` is the one that is being read.
    def place(cell, iteration, file)
      position = cell.iterations.fetch(iteration)
      source = @sources[position >> FILE_SHIFT] || file
      ResultFile.place(source.path, position & ((1 << FILE_SHIFT) - 1))
    end

    # An axis gives a cell one place, so what it is made of cannot differ between iterations.
    def check_factors(cell, columns, file, tokens, index)
      columns.factors.each_with_index do |column, slot|
        next if tokens[column] == cell.factors[slot]

        first = place(cell, cell.iterations.each_key.first, file)
        @faults << Fault.new(ResultFile.place(file.path, index, @factors[slot]),
                             "#{tokens[column]} differs from the #{cell.factors[slot]} of the same cell in #{first} " \
                             "(expected one value in all iterations of a cell)")
      end
    end
  end
end
