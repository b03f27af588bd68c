# frozen_string_literal: true

require "date"
require_relative "cell_tally"
require_relative "fault"
require_relative "result_file"

module RealtimeBench
  # Gathers the rows of one comparison's files into runs and cells, as they are read, and keeps of each
  # row only what a summary needs. Finds iterations that one run has twice.
  class Tally
    # A run: what its files state, and its cells by technology and dimensions.
    Run = Struct.new(:statement, :files, :commands, :cells) do
      # Orders runs by time; the unnamed one is the oldest.
      def started
        statement ? DateTime.rfc3339(statement.fetch("started_at")).to_time : Time.at(0)
      end

      # Whether another's cells are other cells than these, or have other iterations of them.
      def fits?(other)
        other.cells.all? do |key, cell|
          own = cells[key]
          own.nil? || (own.factors == cell.factors && own.iterations.apart?(cell.iterations))
        end
      end

      # Takes the files and cells of another that fits.
      def take(other)
        files.concat(other.files)
        self.commands |= other.commands
        other.cells.each { |key, cell| cells.key?(key) ? cells[key].take(cell) : cells[key] = cell }
      end

      # @return [Array<String>] ids of those that have cells
      def technologies
        cells.each_value.map(&:technology).uniq
      end
    end

    # A file that has been gathered: its path, number of rows, technologies, run, and what it says of its servers and besides.
    Source = Struct.new(:path, :row_count, :technologies, :run, :servers, :notes)

    attr_reader :runs, :sources, :faults

    # @param comparison [Hash] as in the registry
    # @param metric_fields [Hash] as CellTally takes them
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
      stretches = file.stretches(["technology", *@dimensions])
      source = source_of(file, run, stretches.map { |key, _from, _count| key.first }.uniq)
      @sources << source
      columns = CellTally::Columns.of(file, @metric_fields)
      stretches.each do |key, from, count|
        cell = (run.cells[key.join("\t")] ||= new_cell(key, file, from))
        add_iterations(cell, file, from, count)
        check_factors(cell, file, from, count)
        cell.add(columns, from, count)
      end
      file.processes.each_with_index { |entry, index| add_process(run, entry, Place.new(file.path, ["processes", index])) }
      source
    end

    # Whether another can be taken: neither has faults, and none would come of the two together.
    # @param other [Tally] of the same comparison
    def fits?(other)
      faults.empty? && other.faults.empty? &&
        other.runs.all? { |key, run| !@runs.key?(key) || @runs[key].fits?(run) }
    end

    # Takes what another that fits has gathered, of files after these; the other is of no use from then on.
    def take(other)
      owners = {}.compare_by_identity
      other.runs.each do |key, run|
        owners[run] = (@runs[key] ||= Run.new(run.statement, [], [], {}))
        owners[run].take(run)
      end
      @sources.concat(other.sources.each { |source| source.run = owners.fetch(source.run) })
    end

    private

    def run_of(file)
      statement = file.run
      key = statement && [*statement.values_at("started_at", "machine", "source"), statement.dig("client", "version")]
      run = (@runs[key] ||= Run.new(statement, [], [], {}))
      run.files << file.path
      run.commands |= [statement["command"]] if statement
      run
    end

    def source_of(file, run, technologies)
      servers, notes = %w[servers notes].map { |key| file.run&.dig(key) || [] }
      Source.new(file.path, file.row_count, technologies, run, servers, notes)
    end

    def new_cell(key, file, from)
      technology, *dimensions = key
      factors = @factors.to_h { |field| [field, file.column(field)[from]] }
      CellTally.new(technology, dimensions.map(&:to_i), file.path, factors, @metric_fields)
    end

    def add_iterations(cell, file, from, count)
      numbers = file.counts("iteration")[from, count]
      cell.iterations.add(numbers, file.path, from) do |offset|
        refuse_twice(cell, file, from + offset, numbers[offset])
      end
    end

    def refuse_twice(cell, file, index, iteration)
      name = in_words(cell.technology, cell.dimensions)
      @faults << Fault.new(ResultFile.place(file.path, index, "iteration"),
                           "#{iteration} of #{name} is already in #{cell.iterations.place(iteration)} " \
                           "(expected each iteration of a cell once in a run)")
    end

    # A process belongs to an iteration that has a row, and is there once.
    def add_process(run, entry, where)
      dimensions = entry.values_at(*@dimensions).map(&:to_i)
      cell = run.cells[[entry["technology"], *dimensions].join("\t")]
      iteration, process = entry.values_at("iteration", "process").map(&:to_i)
      name = "iteration #{iteration} of #{in_words(entry["technology"], dimensions)}"
      if !cell&.iterations&.key?(iteration)
        @faults << Fault.new(where, "is of #{name}, which has no row (expected an iteration of results)")
      elsif cell.processes.key?([iteration, process])
        @faults << Fault.new(Place.new(where.path, [*where.keys, "process"]),
                             "#{process} of #{name} is there twice (expected each process once)")
      else
        cell.processes[[iteration, process]] = entry
      end
    end

    def in_words(technology, dimensions)
      ["technology #{technology}", *@dimensions.zip(dimensions).map { |field, value| "#{field} #{value}" }].join(", ")
    end

    # An axis gives a cell one place, so what it is made of cannot differ between iterations.
    def check_factors(cell, file, from, count)
      cell.factors.each do |field, expected|
        tokens = file.column(field)[from, count]
        next if tokens.count(expected) == count

        tokens.each_with_index do |token, offset|
          refuse_factor(cell, ResultFile.place(file.path, from + offset, field), token, expected) if token != expected
        end
      end
    end

    def refuse_factor(cell, where, token, expected)
      first = cell.iterations.first_place
      @faults << Fault.new(where, "#{token} differs from the #{expected} of the same cell in #{first} " \
                                  "(expected one value in all iterations of a cell)")
    end
  end
end
