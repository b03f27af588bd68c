# frozen_string_literal: true

require "json"
require_relative "edit_distance"

module RealtimeBench
  # Small pieces of wording that several messages share. assets/js/results/words.js has the same ones.
  module Words
    LONGEST = 60
    # A Float as Ruby writes it: sign, digits before and after the point, and perhaps an exponent.
    FLOAT = /\A(-?)(\d+)\.(\d+)(?:e([+-]\d+))?\z/

    module_function

    # ["a", "b", "c"] as "a, b or c".
    def alternatives(words)
      return words.join if words.length < 2

      "#{words[0...-1].join(", ")} or #{words.last}"
    end

    # A found value as JSON writes it, cut to a length that fits a line; of lists and objects only the brackets.
    def quote(value)
      text = case value
             when Numeric then number(value)
             when Array then value.empty? ? "[]" : "[…]"
             when Hash then value.empty? ? "{}" : "{…}"
             else JSON.generate(value)
             end
      cut(text)
    end

    # A text as it is, or as much of it as fits a line.
    def cut(text)
      text.length > LONGEST ? "#{text[0, LONGEST - 3]}..." : text
    end

    # A number as JavaScript writes it (ECMA-262, Number::toString), so that both languages quote alike.
    def number(value)
      float = value.to_f
      return float.to_s unless float.finite?
      return "0" if float.zero?

      sign, whole, fraction, power = float.to_s.match(FLOAT).captures
      digits = "#{whole}#{fraction}".sub(/\A0+/, "")
      point = whole.length + power.to_i - (whole.length + fraction.length - digits.length)
      sign + decimal(digits.sub(/0+\z/, ""), point)
    end

    # The number 0.DIGITS times ten to the power of `point`.
    def decimal(digits, point)
      case point
      when digits.length..21 then digits.ljust(point, "0")
      when 1..21 then digits.dup.insert(point, ".")
      when -5..0 then "0.#{"0" * -point}#{digits}"
      else
        mantissa = digits.length == 1 ? digits : digits.dup.insert(1, ".")
        "#{mantissa}e#{format("%+d", point - 1)}"
      end
    end

    # A name from a file, fit for a message: as it is, or quoted where it would disturb the line.
    def printable(name)
      name.match?(/\A[[:graph:]]+\z/) && name.length <= LONGEST ? name : quote(name)
    end

    # What to use in place of an unknown name: the nearest known ones, or those to choose from.
    def instead_of(name, known)
      near = nearest(name, known, name.length < 4 ? 1 : 2)
      near.any? ? "did you mean #{alternatives(near)}?" : "expected one of #{akin(name, known).join(", ")}"
    end

    # The known names that are fewest letters away.
    # @param limit [Integer] the most letters that they may be away
    def nearest(name, known, limit)
      distances = known.map { |word| (word.length - name.length).abs > limit ? limit + 1 : EditDistance.between(name, word) }
      known.zip(distances).filter_map { |word, distance| word if distance <= limit && distance == distances.min }
    end

    # The known names that begin with the same word, if any do; else all of them.
    def akin(name, known)
      same = known.select { |word| word[/\A[^_]*/] == name[/\A[^_]*/] }
      same.empty? ? known : same
    end
  end
end
