# frozen_string_literal: true

require_relative "fault"
require_relative "json_places"

module RealtimeBench
  # Puts faults in the order of their files and of the places in them, and gives those in JSON their line and column.
  module FaultOrder
    module_function

    # @param faults [Array<Fault>]
    # @yieldparam path [String] a JSON file's
    # @yieldreturn [String] its text
    # @return [Array<Fault>]
    def arrange(faults, &text)
      faults.group_by(&:path).sort_by { |path, _group| path }.flat_map do |path, group|
        placed, told = group.partition { |fault| fault.where.is_a?(Place) }
        next told if placed.empty?

        told + (path.end_with?(".json") ? pinned(path, placed, text.call(path)) : by_row(placed))
      end
    end

    def by_row(faults)
      faults.sort_by.with_index { |fault, index| [fault.where.row, index] }
    end

    def pinned(path, faults, text)
      spots = JsonPlaces.find(text, faults.map { |fault| fault.where.keys })
      faults.zip(spots).sort_by.with_index { |(fault, spot), index| [spot, fault.where.dotted, index] }.map do |fault, spot|
        keys = fault.where.dotted
        Fault.new([[path, *spot].join(":"), *(keys unless keys.empty?)].join(": "), fault.what, fault.doubtful)
      end
    end
  end
end
