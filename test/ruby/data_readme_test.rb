# frozen_string_literal: true

require_relative "test_helper"

# The contributor's guide, data/README.md: its examples are valid, and its tables leave no field out.
class DataReadmeTest < RealtimeBench::TestCase
  README = File.read(File.join(ROOT, "data/README.md"), encoding: "UTF-8")
  # What stands in its fences, by language: the first JSON is a file, the others are parts of one.
  TSV, = README.scan(/^```tsv\n(.*?)^```$/m).flatten
  WHOLE, *PARTS = README.scan(/^```json\n(.*?)^```$/m).flatten

  def test_the_shortest_tsv_is_valid
    assert_equal [[], []], told("chat/a.tsv" => TSV)
  end

  def test_the_shortest_json_is_valid
    assert_equal [[], []], told({ "chat/a.json" => WHOLE })
  end

  def test_the_parts_of_a_json_file_are_valid_beside_the_shortest
    assert_equal(%w[series processes], PARTS.map { |part| part[/\w+/] })
    whole = WHOLE.sub(/\}\s*\z/, "").rstrip + ",#{PARTS.join(",")}}"
    assert_equal [[], []], told({ "chat/a.json" => whole })
  end

  def test_every_field_is_in_a_table_with_its_unit
    rows = README.lines.grep(/\A\| `/).map { |line| line.split("|")[1, 2] }
    of_rows, of_series = rows.partition.with_index { |_row, index| index < rows.length - 4 }
    assert_equal schema("result").dig("definitions", "chat_row", "properties").keys.sort, fields(of_rows)
    series = schema("result").dig("definitions", "chat_series", "properties").keys - %w[technology rooms users iteration]
    assert_equal series.sort, fields(of_series)
    rows.each { |names, unit| refute_empty unit.strip, names unless names.include?("outcome") }
  end

  def test_they_are_the_shortest
    header, line = TSV.lines(chomp: true).map { |text| text.split("\t") }
    files = header.each_index.to_h do |index|
      shorter = [header, line].map { |tokens| tokens.reject.with_index { |_token, at| at == index }.join("\t") }
      ["chat/#{index}.tsv", shorter.join("\n")]
    end
    without_one(JSON.parse(WHOLE)) { |shorter, key| files["chat/#{files.length}-#{key}.json"] = JSON.generate(shorter) }
    assert_equal files.keys.sort, faults(files).map { |fault| fault[%r{\Adata/([^:]+)}, 1] }.uniq.sort
  end

  private

  def fields(rows)
    rows.flat_map { |names, _unit| names.scan(/`(\w+)`/).flatten }.sort
  end

  # Yields the document once without each of the keys in it, and the key.
  def without_one(document, inside = document, &block)
    return inside.each { |element| without_one(document, element, &block) } if inside.is_a?(Array)
    return unless inside.is_a?(Hash)

    inside.to_a.each do |key, value|
      inside.delete(key)
      yield document, key
      inside[key] = value
      without_one(document, value, &block)
    end
  end
end
