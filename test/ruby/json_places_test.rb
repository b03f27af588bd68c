# frozen_string_literal: true

require_relative "test_helper"

# Values of a JSON text are found by their keys.
class JsonPlacesTest < RealtimeBench::TestCase
  TEXT = <<~JSON
    { "run": {"command": "ü \\" ]}", "machine": {}},
      "results": [ {"a": 1, "b": [true, {"c": -1.5e3}]}
                 , {"größe": 2, "b" : "x"} ], "last":null }
  JSON

  def places(*paths)
    RealtimeBench::JsonPlaces.find(TEXT, paths)
  end

  def test_values_are_found_by_their_keys_and_indexes
    assert_equal [[2, 22], [2, 43], [3, 35], [3, 50]],
                 places(["results", 0, "a"], ["results", "0", "b", 1, "c"], ["results", 1, "b"], ["last"])
  end

  def test_columns_count_characters_not_bytes
    assert_equal [[1, 44], [3, 26]], places(%w[run machine], ["results", 1, "größe"])
  end

  def test_of_what_is_not_there_the_innermost_around_it_is_found
    assert_equal [[1, 44], [2, 16], [1, 1], [2, 22]],
                 places(%w[run machine kernel], ["results", 0, "z"], ["nothing"], ["results", 0, "a", "deeper"])
  end

  def test_the_document_itself_has_the_empty_path
    assert_equal [[1, 1]], places([])
  end
end
