# frozen_string_literal: true

require_relative "test_helper"

# Numbers, names and guesses in messages read as they do in the browser; test/js/words.test.js expects the same ones.
class WordsTest < RealtimeBench::TestCase
  VECTORS = JSON.parse(File.read(File.join(FIXTURES, "words.json"), encoding: "UTF-8"))

  def test_numbers_are_written_alike
    VECTORS["numbers"].each { |json, text| assert_equal text, RealtimeBench::Words.number(JSON.parse("[#{json}]").first), json }
  end

  def test_values_are_quoted_alike
    VECTORS["quotes"].each { |value, text| assert_equal text, RealtimeBench::Words.quote(value) }
  end

  def test_names_are_printed_alike
    VECTORS["names"].each { |name, text| assert_equal text, RealtimeBench::Words.printable(name) }
  end

  def test_guesses_are_alike
    known = VECTORS["known"]
    VECTORS["guesses"].each { |name, text| assert_equal text, RealtimeBench::Words.instead_of(name, known), name }
  end

  def test_distances_are_alike
    VECTORS["distances"].each { |one, other, distance| assert_equal distance, RealtimeBench::EditDistance.between(one, other) }
  end
end
