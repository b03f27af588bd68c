# frozen_string_literal: true

require_relative "../figures/figure_words"

module RealtimeBench
  # A comparison that a sentence makes, held against the data:
  #   {% claim lowest="node-ws" metric="cpu" rooms=1 users=60 %}Node.js needs least CPU{% endclaim %}
  #   {% claim lower="vertx" than="vertx-eventbus" metric="latency" by=2 %}…{% endclaim %}
  #   {% claim alike="vertx" to="node-ws" metric="cpu" %}they differ by no more than chance{% endclaim %}
  # `among="vertx, node-ws"` narrows the others that a lowest or highest has. Dimensions that are not given stand for all
  # their values: the claim then has to hold in every cell that the technologies have. A difference counts only if the 95 %
  # confidence intervals lie apart, and two are alike where they don't.
  class Claim
    # word => where the technology has to lie, seen from the others; the word that names the one other; what else it may be given
    RELATIONS = {
      "lowest" => [:below, nil, %w[among by]], "highest" => [:above, nil, %w[among by]],
      "lower" => [:below, "than", %w[by]], "higher" => [:above, "than", %w[by]], "alike" => [:beside, "to", []],
    }.freeze

    # One technology's figure in one cell.
    Figure = Struct.new(:technology, :mean, :half_width) do
      def low = mean - half_width

      def high = mean + half_width

      def apart?(other) = low > other.high || high < other.low
    end

    # Where a claim doesn't hold: a cell's dimensions, and the ids of the subject and of another.
    Breach = Struct.new(:place, :technologies)

    # @param words [Hash] a relation, metric, perhaps statistic, than, among, by, and dimensions
    # @param dataset [Hash] contract 2
    # @raise [UnknownWord]
    def initialize(words, dataset)
      relation = RELATIONS.keys.find { |word| words.key?(word) } or raise UnknownWord.new("relation", nil, RELATIONS.keys)
      @direction, other, qualifiers = RELATIONS.fetch(relation)
      @words = FigureWords.new(words, dataset, [relation, *other, *qualifiers])
      @factor = factor
      @subject = technology(words[relation]) unless @words.cells.empty?
      @object = technology(words[other]) if other && !@words.cells.empty?
    end

    # The first cell in which the data says otherwise, and the technology that doesn't lie as claimed.
    # @return [Breach, nil] nil if the claim holds, or there are no results at all
    def breach
      return if @words.cells.empty?
      raise UnknownWord.new("cell", "#{@subject["id"]} with others", []) if contests.empty?

      contests.each do |place, figures|
        own = figures.find { |figure| figure.technology == @subject }
        rival = figures.find { |figure| !figure.equal?(own) && !holds?(own, figure) }
        return Breach.new(place, [own, rival].map { |figure| figure.technology["id"] }) if rival
      end
      nil
    end

    # @param breach [Breach] of this claim, in these data or in another run's
    # @return [String] where, and what these data say there
    def says(breach)
      "with #{@words.cells.place_in_words(breach.place)} the data says #{figures_at(breach)}"
    end

    # @return [String] both technologies' figures, a dash where there is none
    def figures_at(breach)
      there = contests.fetch(breach.place, []).to_h { |figure| [figure.technology["id"], figure] }
      breach.technologies.map { |id| there.key?(id) ? write(there[id]) : "#{id} #{FigureFormat::MISSING}" }.join(" and ")
    end

    private

    def technology(id)
      @words.cells.technology(id)
    end

    def factor
      text = @words["by"]
      return 1.0 if text.nil?

      Float(text.to_s, exception: false)&.then { |number| number if number >= 1 } or
        raise UnknownWord.new("factor", text, ["a number from 1"])
    end

    # The cells in which the subject has somebody to be compared with.
    # @return [Hash] place to figures
    def contests
      @contests ||= @words.cells.indexes(@words.fixed).group_by { |index| @words.cells.place_of(index) }
                          .transform_values { |indexes| figures(indexes) }
                          .select { |_, figures| figures.length > 1 && figures.any? { |one| one.technology == @subject } }
    end

    def figures(indexes)
      indexes.filter_map do |index|
        technology = @words.cells.technology_at(index)
        mean = @words.figure(index)
        next if mean.nil? || !contestant?(technology, index)

        Figure.new(technology, mean, @words.figure(index, "ci95") || 0)
      end
    end

    # Of all others, none whose load failed: it is neither the lowest nor the highest, whatever its figure.
    def contestant?(technology, index)
      return [@subject, @object].include?(technology) if @object

      @words.cells.failure(index).nil? && (technology == @subject || @words.among?(technology))
    end

    def holds?(own, other)
      return !own.apart?(other) if @direction == :beside

      low, high = @direction == :below ? [own, other] : [other, own]
      low.apart?(high) && low.mean * @factor <= high.mean
    end

    def write(figure)
      interval = FigureFormat.interval(figure.mean, figure.half_width)
      "#{figure.technology["id"]} #{FigureFormat.with_unit(interval, @words.metric["unit"])}"
    end
  end
end
