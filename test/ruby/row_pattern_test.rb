# frozen_string_literal: true

require "strscan"
require_relative "test_helper"

# The fast way never accepts a row that json_schemer, which holds the whole schema, refuses.
class RowPatternTest < RealtimeBench::TestCase
  TOKENS = %w[
    0 1 -1 -0 01 1.0 1. .5 1e3 1E-5 1e 1.5e+2 +1 0x10 1_000 NaN Infinity -0.5 0.0 0.00 00.1 0.001 1,5 1e999 99999999999999999999
    node-ws Node-WS node_ws -node node- a--b a1 true false TRUE yes complete done drain_timeout
    2024-02-29T00:00:00Z 2023-02-29T00:00:00Z 2024-04-31T00:00:00Z 2024-04-30T23:59:59.5+02:00 2024-04-30 2024-13-01T00:00:00Z
    2024-04-30T24:00:00Z 2024-04-30t10:00:00z
  ].push("", " ", " 1", "1 ", "\u00e9", "a\\b").freeze

  SOUND = { "technology" => "node-ws", "rooms" => "1", "users" => "10", "iteration" => "1", "messages_per_user" => "500",
            "latency_mean_ms" => "1.5", }.freeze

  def schema
    @schema ||= RealtimeBench::RowSchema.new(schemas, "chat_row")
  end

  def verdict(tokens)
    row = tokens.reject { |_field, token| token.empty? }.to_h { |field, token| [field, schema.value(field, token)] }
    schema.faults(row)
  end

  def test_every_field_has_a_fast_pattern
    assert(schema.line_patterns(schema.fields), "a field of the schema has a keyword that the patterns don't know")
  end

  def test_lines_that_the_pattern_accepts_are_accepted_by_json_schemer
    accepted = schema.fields.product(TOKENS).count do |field, token|
      tokens = SOUND.merge(field => token)
      next false unless schema.line_patterns(tokens.keys).first.match?(tokens.values.join("\t"))

      assert_empty verdict(tokens), "#{field}: #{token.inspect}"
    end
    assert_operator accepted, :>, 150
  end

  def test_lines_that_are_plainly_sound_take_the_fast_way
    sound = { "cpu_percent" => "99.25", "latency_p99_ms" => "1e3", "client_saturated" => "false", "outcome" => "complete",
              "started_at" => "2024-04-30T10:00:00.123Z", "interval_ms" => "10", "lost_deliveries" => "0", "memory_mib" => "", }
    tokens = SOUND.merge(sound)
    assert_match schema.line_patterns(tokens.keys).first, tokens.values.join("\t")
  end

  def test_objects_that_the_pattern_accepts_are_accepted_by_json_schemer
    accepted = schema.fields.product(TOKENS, ['"', ""]).count do |field, token, quote|
      text = object_text(SOUND.merge(field => token), field => quote)
      next false unless StringScanner.new(text).scan(schema.object_pattern(SOUND.merge(field => token).keys)) == text

      assert_empty schema.faults(RealtimeBench::StrictJson.parse(text, "row")), text
    end
    assert_operator accepted, :>, 120
  end

  def test_a_row_of_which_nothing_was_measured_takes_the_slow_way
    header = %w[technology rooms users iteration messages_per_user latency_mean_ms outcome]
    refute_match schema.line_patterns(header).first, "node-ws\t1\t10\t1\t500\t\t"
  end

  private

  def object_text(tokens, quotes)
    members = tokens.map do |field, token|
      quote = quotes.fetch(field) { field == "technology" ? '"' : "" }
      "\"#{field}\": #{quote}#{token}#{quote}"
    end
    "{#{members.join(", ")}}"
  end
end
