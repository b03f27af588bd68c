# frozen_string_literal: true

module RealtimeBench
  module Svg
    # What a point's marks tell of its cell.
    module Caveats
      module_function

      # @param cells [Cells]
      # @return [Hash] `saturated`, `lost` and `unfinished`, each true or false
      def of(cells, index)
        { saturated: cells.at("saturated_iterations", index).positive?, lost: cells.at("lost_deliveries", index).to_i.positive?,
          unfinished: cells.at("unfinished_iterations", index).positive?, }
      end
    end
  end
end
