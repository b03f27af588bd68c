# frozen_string_literal: true

require_relative "test_helper"

# Random bytes and mutated sound files: each is either read, and then keeps the schema, or refused with faults; nothing else
# happens. FUZZ_SEED repeats a run, which a failure names; FUZZ_RUNS makes more of them.
class FuzzTest < RealtimeBench::TestCase
  RUNS = Integer(ENV.fetch("FUZZ_RUNS", "300"))
  SEED = Integer(ENV.fetch("FUZZ_SEED") { Random.new_seed % (1 << 32) })
  FOLDERS = %w[accepted broken doubtful].map { |name| File.join(FIXTURES, name) }
  # What readers stumble over.
  PIECES = ["", "\0", "\t", "\n", "\r\n", "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "0", "1e999", "-0.0", "1e-400",
            "9" * 400, "null", "true", "NaN", "__proto__", "\uFEFF", "\u{1F600}", "\xC3", "\xED\xA0\x80", "=1+1", "[" * 70,].map(&:b).freeze

  def setup
    @random = Random.new(SEED)
    @schema = JSON.parse(File.read(File.join(ROOT, "schema/result.json")))
    @validator = JSONSchemer.schema(@schema)
    @definition = schemas.row("chat_row")
  end

  def test_random_bytes_are_refused_without_an_exception
    RUNS.times do |run|
      bytes = @random.bytes(@random.rand(200))
      refute_empty told(run, "x.tsv", bytes)
      refute_empty told(run, "x.json", bytes)
    end
  end

  def test_what_is_accepted_of_mutated_files_keeps_the_schema
    files = FOLDERS.flat_map { |folder| Dir.glob("#{folder}/*.{tsv,json}") }.sort.to_h { |path| [path, File.binread(path)] }
    accepted = 0
    RUNS.times do |run|
      path, bytes = files.to_a.sample(random: @random)
      bytes = mutated(bytes)
      next if told(run, File.basename(path), bytes).any?

      accepted += 1
      assert keeps_schema?(path, bytes), "#{seed(run)}: accepted though it breaks the schema:\n#{bytes}"
    end
    assert_operator accepted, :>, 0, "#{seed(0)}: no mutated file was accepted, so nothing was tested"
  end

  private

  def seed(run)
    "run #{run} of FUZZ_SEED=#{SEED}"
  end

  # What is told of a file of these bytes; an exception fails the test.
  def told(run, name, bytes)
    faults("chat/#{name}" => bytes)
  rescue StandardError, SystemStackError => e
    flunk "#{seed(run)}: #{e.class}: #{e.message}\n#{e.backtrace.first(5).join("\n")}\n#{name}: #{bytes.inspect}"
  end

  def mutated(bytes)
    (1 + @random.rand(2)).times.reduce(bytes) do |text, _time|
      at = @random.rand(text.bytesize + 1)
      length = @random.rand(4)
      case @random.rand(4)
      when 0 then text.byteslice(0, at) + PIECES.sample(random: @random) + text.byteslice(at..)
      when 1 then text.byteslice(0, at) + (text.byteslice((at + length)..) || "".b)
      when 2 then text.byteslice(0, at) + @random.bytes(length) + (text.byteslice((at + length)..) || "".b)
      else text.lines.then { |lines| lines.insert(@random.rand(lines.length + 1), lines.sample(random: @random) || "") }.join
      end
    end
  end

  # By other readers than those that are tested.
  def keeps_schema?(path, bytes)
    text = bytes.dup.force_encoding("UTF-8").delete_prefix("\uFEFF")
    return @validator.valid?(JSON.parse(text, max_nesting: 100)) if path.end_with?(".json")

    header, *lines = text.split(/\r?\n/).map { |line| line.split("\t", -1) }
    rows = lines.map { |tokens| header.zip(tokens).reject { |_field, token| token.empty? }.to_h { |field, token| [field, value(field, token)] } }
    run = { "started_at" => "2026-01-01T00:00:00Z", "command" => "x", "client" => { "name" => "x", "version" => "1" },
            "machine" => { "cpu_model" => "x", "cpu_count" => 1, "memory_mib" => 1, "kernel" => "x" }, }
    @validator.valid?({ "run" => run, "results" => rows })
  end

  def value(field, token)
    case @definition.dig("properties", field, "type")
    when "integer", "number", "boolean" then JSON.parse("[#{token}]").first
    else token
    end
  end
end
