# frozen_string_literal: true

require_relative "figures/figure_format"

module RealtimeBench
  # Which machines figures that are shown together come from.
  module Machines
    # What makes two machines the same.
    IDENTITY = %w[cpu_model cpu_signature cpu_count memory_mib kernel].freeze

    module_function

    # @param files [Array<Hash>] of a comparison, as site.data.result_files has them
    # @param technologies [Array<String>] ids of those that its pages show at first
    # @return [Array<Hash>] each "machine" in words, and its "files" (paths) among those that the comparison shows, without those
    #   that repeat newer ones, whose machine is of the same kind, and a study's that are hidden at first, which has none
    def of(files, technologies)
      shown = files.select do |file|
        file["shown"] && !file["repeats"] && (file["machine"] || file["technologies"].intersect?(technologies))
      end
      shown.group_by { |file| file["machine"]&.slice(*IDENTITY) }
           .map { |machine, of_machine| { "machine" => in_words(machine), "files" => of_machine.map { |file| file["path"] } } }
    end

    def in_words(machine)
      return Language.t("a machine that is not stated") if machine.nil?

      cores = Language.current.plural(machine["cpu_count"], "%1 core", "%1 cores")
      processor = [machine["cpu_model"], machine["cpu_signature"]&.then { |signature| "(#{signature})" }].compact.join(" ")
      Language.t("%1, %2, %3 MiB of memory, kernel %4", processor, cores, FigureFormat.count(machine["memory_mib"]),
                 machine["kernel"])
    end
  end
end
