# frozen_string_literal: true

require_relative "../language"

module RealtimeBench
  # The names of statistics, as data/metrics.yml gives them ids.
  module Statistic
    module_function

    # "p999" as "p99.9"; "mean", "p50" and "max" as they are.
    def label(id)
      Language.t(id.sub(/\Ap(\d\d)(\d+)\z/, 'p\1.\2'))
    end
  end
end
