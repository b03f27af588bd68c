# frozen_string_literal: true

require_relative "summary"

module RealtimeBench
  # What each process of a server took in one cell: means over the iterations, and of their sum.
  class ProcessFigures
    FIELDS = %w[cpu_percent memory_mib].freeze

    # @param summary [Summary]
    # @param entries [Array<Hash>] of one cell, as chat_process in schema/result.json
    def initialize(summary, entries)
      @summary = summary
      @entries = entries
    end

    # @return [Hash] "processes", each with its number ("process"), "name", "n" (iterations) and per field "mean" and "ci95"; and
    #   "total", of the iterations in which all processes could be read
    def to_h
      processes = @entries.group_by { |entry| entry["process"].to_i }.sort.map do |number, entries|
        name = entries.filter_map { |entry| entry["name"] }.first
        { "process" => number, "name" => name, **figures(entries.map { |entry| [entry] }) }
      end
      { "processes" => processes, "total" => figures(@entries.group_by { |entry| entry["iteration"].to_i }.values) }
    end

    private

    # @param iterations [Array<Array<Hash>>] the entries to add up, one list an iteration
    def figures(iterations)
      { "n" => iterations.length, **FIELDS.to_h { |field| [field, summarise(iterations, field)] } }
    end

    def summarise(iterations, field)
      known = iterations.map { |entries| entries.map { |entry| entry[field] } }.reject { |values| values.include?(nil) }
      %w[mean ci95].zip(@summary.call(known.map { |values| values.sum.to_f })).to_h
    end
  end
end
