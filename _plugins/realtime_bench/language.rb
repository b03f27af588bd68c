# frozen_string_literal: true

require "date"

module RealtimeBench
  # What the build says, in the language of the page that is being rendered. The English stands where it is said and is the key
  # by which a language's data file has its own words: docs/decisions/english-is-the-key.md. The scripts' like is
  # assets/js/language.js.
  class Language
    ENGLISH = {
      "name" => "English", "number" => { "decimal" => ".", "group" => ",", "grouped_from" => 1000 }, "date" => "%-d %B %Y",
      "months" => Date::MONTHNAMES.drop(1), "texts" => {},
    }.freeze

    class << self
      # The language of the page that is being rendered.
      attr_writer :current

      # @return [Language]
      def current
        @current || english
      end

      def english
        @english ||= new("en", ENGLISH)
      end

      # A sentence of the interface.
      def t(text, *values) = current.say(text, *values)
    end

    # `id` is as `lang` of HTML has it, `texts` are by the English; where plurals differ, a text is a hash by CLDR's categories.
    attr_reader :id, :name, :texts

    # @param told [Hash] as data/language-*.yml has it
    def initialize(id, told)
      @id = id
      @name, @number, @date, @months, @texts = told.values_at("name", "number", "date", "months", "texts")
      @labelled = {}.compare_by_identity
    end

    # @param values what stands in the places of %1, %2 and so on
    # @return [String] the English where there is no translation
    def say(text, *values)
      fill(@texts.fetch(text, text), values)
    end

    # A number of things: plural(3, "%1 core", "%1 cores") is "3 cores". Whole numbers have two forms in English and in Spanish.
    # @param many [String] in English, and the key of a language's forms
    def plural(number, one, many, values = [number])
      form = number == 1 ? "one" : "other"
      fill(@texts.fetch(many, { "one" => one, "other" => many }).fetch(form), values)
    end

    # @param day [Time]
    # @return [String] "24 November 2026"
    def day(day)
      day.strftime(@date.gsub("%B", @months[day.month - 1]))
    end

    # @param whole [String] digits before the decimal point
    # @param fraction [String] those after it
    # @return [String] "1,234.5"
    def number(whole, fraction)
      whole = whole.gsub(/(?<=\d)(?=(?:\d{3})+\z)/, @number["group"]) if whole.to_i >= @number["grouped_from"]
      fraction.empty? ? whole : whole + @number["decimal"] + fraction
    end

    # Whether scripts read its numbers as they are written.
    def plain?
      @number["decimal"] == "."
    end

    # Why a load failed, which the reader has said in English: each piece is known but for its numbers.
    # @param text [String, nil] as assets/js/results/failure.js gives it
    def retell(text)
      text&.split(/([,;] )/)&.map { |piece| piece.match?(/\A[,;] \z/) ? piece : translated_piece(piece) }&.join
    end

    # A dataset whose comparison and metrics have their words in this language.
    # @param dataset [Hash] contract 2
    # @return [Hash] likewise
    def labelled(dataset)
      return dataset if @texts.empty?

      @labelled[dataset] ||= dataset.merge("comparison" => label(dataset["comparison"]),
                                           "metrics" => dataset["metrics"].map { |metric| label(metric) })
    end

    private

    SHARE_OR_COUNT = /[<>]?\d[\d,]*(?:\u00a0%)?/
    LABELS = %w[title label unit note meaning].freeze
    private_constant :SHARE_OR_COUNT, :LABELS

    def translated_piece(piece)
      values = []
      key = piece.gsub(SHARE_OR_COUNT) do |found|
        values << found.gsub(/\d[\d,]*/) { |digits| number(digits.delete(","), "") }
        "%#{values.length}"
      end
      say(key, *values)
    end

    def label(of)
      of.to_h do |key, value|
        [key, LABELS.include?(key) ? say(value) : labels_within(value)]
      end
    end

    def labels_within(value)
      value.is_a?(Array) && value.all?(Hash) ? value.map { |one| label(one) } : value
    end

    def fill(text, values)
      text.gsub(/%([1-9])/) { values[Regexp.last_match(1).to_i - 1].to_s }
    end
  end
end
