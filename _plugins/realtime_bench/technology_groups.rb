# frozen_string_literal: true

require_relative "figures/crowd"
require_relative "language"

module RealtimeBench
  # The ways in which a reader may pick technologies together, as the registry tells them apart.
  module TechnologyGroups
    # label of the way => what it makes of a technology; nil where that cannot be said
    WAYS = {
      "Family" => ->(technology) { technology["family"] },
      "Language" => ->(technology) { technology["language"] },
      "Style" => ->(technology) { style(technology["reactive"]) },
      "Origin" => ->(technology) { technology["original"] ? Language.t("Original servers") : Language.t("Written anew") },
    }.freeze

    module_function

    def style(reactive)
      { true => Language.t("Reactive"), false => Language.t("Not reactive") }[reactive]
    end

    # @param technologies [Array<Hash>] as in a dataset
    # @return [Array<Hash>] "label" and "choices", each "label" and "ids"; a way that puts all into one choice is left out, and
    #   of a crowd what only one has
    def of(technologies)
      WAYS.filter_map do |label, way|
        named = technologies.group_by(&way).reject { |name, _members| name.nil? }
        next if named.length < 2

        named.select! { |_name, members| members.length > 1 } if technologies.length > Crowd::MOST
        choices = named.map { |name, members| { "label" => name, "ids" => members.map { |member| member["id"] } } }
        { "label" => Language.t(label), "choices" => choices }
      end
    end
  end
end
