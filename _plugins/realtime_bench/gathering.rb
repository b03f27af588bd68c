# frozen_string_literal: true

require_relative "dataset"
require_relative "second_process"
require_relative "tally"

module RealtimeBench
  # The result files of all comparisons, gathered into a tally each. Half of many files are read by a second process.
  class Gathering
    # Fewer files are read before another process would be there.
    MANY = 100

    # Tallies by comparison id.
    attr_reader :tallies

    # Reads all files of a folder.
    # @param source [ResultFolder]
    # @param registry [Registry]
    # @return [Gathering]
    def self.of(source, registry)
      return new(registry).read(source, source.paths) if source.keeps? || source.paths.length < MANY || !SecondProcess.possible?

      first, second = source.paths.each_slice((source.paths.length + 1) / 2).to_a
      beside = SecondProcess.new { new(registry).read(source, second) }
      gathering = new(registry).read(source, first)
      gathering.take(beside.value) || gathering.read(source, second)
    end

    def initialize(registry)
      @tallies = registry.comparisons.to_h do |comparison|
        [comparison["id"], Tally.new(comparison, Dataset.metric_fields(comparison, registry))]
      end
      @told = []
    end

    # @param paths [Array<String>] some of the folder's, after those read so far
    # @return [self]
    def read(source, paths)
      @told += source.read(paths) { |comparison, file| @tallies.fetch(comparison["id"]).absorb(file) }
      self
    end

    # Takes what another process gathered of files after these.
    # @param other [Gathering, nil]
    # @return [self, nil] nil, and nothing taken, where there are faults: their words are those of files that are read in turn
    def take(other)
      return unless other && fits?(other)

      @tallies.each { |id, tally| tally.take(other.tallies.fetch(id)) }
      @told += other.told
      self
    end

    # @return [Array<Fault>] the faults and doubts of all files
    def faults
      @told + @tallies.each_value.flat_map(&:faults)
    end

    protected

    attr_reader :told

    private

    def fits?(other)
      other.faults.all?(&:doubtful) && @tallies.all? { |id, tally| tally.fits?(other.tallies.fetch(id)) }
    end
  end
end
