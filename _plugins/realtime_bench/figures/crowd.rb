# frozen_string_literal: true

module RealtimeBench
  # What pages hold of comparisons with more technologies than a table or a row of buttons shows at once: what grows with their
  # number is a click away.
  module Crowd
    # Technologies, rows of a table, files of a list.
    MOST = 15
    # What is searched besides names.
    SEARCHED = %w[family language].freeze

    module_function

    # @param dataset [Hash] contract 2
    def of?(dataset)
      dataset["technologies"].length > MOST
    end

    # A dataset as a page carries it: of a crowd the cells of the technologies shown at first, and where the whole is.
    # @param carried [Hash] of all technologies, as scripts take it
    # @param dataset [Hash] contract 2
    # @param shown [Array<String>] ids
    # @param address [String] of the dataset with all runs
    # @return [Hash]
    def carried(carried, dataset, shown, address)
      return carried.except("field") unless of?(dataset)

      cells = cells_of(carried, shown)
      runs = cells["run"].flatten.uniq
      { **carried, "technologies" => searchable(carried, dataset), "runs" => carried["runs"].values_at(*runs),
                   "cells" => { **cells, "run" => cells["run"].map { |run| renumbered(run, runs) } }, "whole" => address, }
    end

    # A cell's run, or its runs, by their places among those carried.
    def renumbered(run, runs)
      run.is_a?(Array) ? run.map { |one| runs.index(one) } : runs.index(run)
    end

    def cells_of(carried, shown)
      ids = carried["technologies"].map { |technology| technology["id"] }
      numbers = carried["cells"]["technology"]
      wanted = numbers.each_index.select { |cell| shown.include?(ids[numbers[cell]]) }
      pick = ->(column) { column.is_a?(Hash) ? column.transform_values(&pick) : column.values_at(*wanted) }
      carried["cells"].transform_values(&pick)
    end

    def searchable(carried, dataset)
      carried["technologies"].zip(dataset["technologies"]).map do |one, described|
        searched = described.slice(*SEARCHED)
        searched.delete("family") if searched["family"] == one["id"]
        one.merge(searched)
      end
    end
    private_class_method :renumbered, :cells_of, :searchable
  end
end
