# frozen_string_literal: true

require_relative "claim"
require_relative "ranking"

module RealtimeBench
  # Sentences that compare technologies have to hold in every run by itself of those that a page shows together:
  # a run's day met all of its servers alike, so it is within runs that they compare (docs/decisions/runs-together.md).
  class EveryRun
    # @param words [Hash] as Claim and Ranking take them
    # @param dataset [Hash] contract 2
    # @param repetitions [Array<Hash>] "run" (its name) and "dataset", as site.data.repetitions has them of the comparison
    def initialize(words, dataset, repetitions)
      @words = words
      @dataset = dataset
      @runs = repetitions.to_h { |one| [one["run"], one["dataset"]] }
    end

    # @return [String, nil] where a claim doesn't hold, and what all runs together and each by itself say there; nil if it holds
    def fault
      claim = Claim.new(@words, @dataset)
      return claim.breach&.then { |breach| claim.says(breach) } if @runs.empty?

      claims = in_runs(Claim)
      breaches = claims.values.map(&:breach)
      breach = breaches.compact.first or return
      "#{claim.says(breach)}, and #{told(claims) { |one| one.figures_at(breach) }} " \
        "(expected in each of #{@runs.length} runs; it holds in #{breaches.count(nil)})"
    end

    # @return [Ranking] of what is shown
    # @raise [PageFault] where a run has another order
    def ranking
      ranking = Ranking.new(@words, @dataset)
      rankings = in_runs(Ranking)
      return ranking if rankings.each_value.all? { |one| one.order == ranking.order }

      raise PageFault, "#{ranking} is not the order in every run: #{told(rankings, &:to_s)}"
    end

    private

    def in_runs(kind)
      @runs.transform_values { |dataset| kind.new(@words, dataset) }
    end

    def told(by_run)
      by_run.map { |run, one| "#{run}: #{yield one}" }.join("; ")
    end
  end
end
