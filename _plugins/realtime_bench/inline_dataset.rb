# frozen_string_literal: true

require_relative "inline_json"
require_relative "scaled_figures"

module RealtimeBench
  # A dataset as pages carry it for their scripts. It is loaded before a reader can ask anything, so it has nothing that no script
  # reads and nothing that scripts can work out.
  module InlineDataset
    LOOKS = %w[id name color shape dash].freeze

    module_function

    # @param dataset [Hash] contract 2, as ScaledFigures.fill gives it
    # @return [String] JSON for a <script> element
    def dump(dataset)
      InlineJson.dump({
                        **dataset,
                        "metrics" => dataset["metrics"].map { |metric| metric.except("note") },
                        "runs" => dataset["runs"].map { |run| { **run, "noise_floor" => run["noise_floor"]&.except("method") } },
                        "technologies" => dataset["technologies"].map { |technology| technology.slice(*LOOKS) },
                        "cells" => dataset["cells"].except(*ScaledFigures.fields(dataset)),
                      })
    end
  end
end
