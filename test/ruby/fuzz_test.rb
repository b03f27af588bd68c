# frozen_string_literal: true

require_relative "test_helper"

# Random bytes and mutated sound files: each is either read, and then keeps the schema, or refused with faults; nothing else
# happens. FUZZ_SEED repeats a run, which a failure names; FUZZ_RUNS makes more of them.
class FuzzTest < RealtimeBench::TestCase
  RUNS = Integer(ENV.fetch("FUZZ_RUNS", "1000"))
  SEED = Integer(ENV.fetch("FUZZ_SEED") { Random.new_seed % (1 << 32) })
  FILES = %w[accepted broken doubtful].flat_map { |folder| Dir.glob("#{FIXTURES}/#{folder}/*.{tsv,json}") }.sort
                                      .to_h { |path| [path, File.binread(path)] }
  SOUND = FILES.reject { |path, _bytes| path.include?("/broken/") }
  # What readers stumble over.
  PIECES = ["\0", "\t", "\n", "\r\n", "\"", "\\", "\\u", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "0", "1e999", "-0.0",
            "1e-400", "9" * 400, "null", "true", "NaN", "__proto__", "\uFEFF", "\u{1F600}", "\xC3", "\xED\xA0\x80", "=1+1",
            "[" * 70,].map(&:b).freeze
  RUN = { "started_at" => "2026-01-01T00:00:00Z", "command" => "x", "client" => { "name" => "x", "version" => "1" },
          "machine" => { "cpu_model" => "x", "cpu_count" => 1, "memory_mib" => 1, "kernel" => "x" }, }.freeze

  def setup
    @random = Random.new(SEED)
    @registry = RealtimeBench::Registry.new(File.join(ROOT, "data"), "data", schemas)
    @comparison = @registry.comparison("chat")
    @envelope = schemas.envelope_validator
    @rules = RealtimeBench::Rules.new(schemas.rules["rules"], %w[rooms users], %w[node-ws])
    @judge = JSONSchemer.schema(schemas.result.except("$id"))
  end

  def test_random_bytes_are_refused_without_an_exception
    RUNS.times do |run|
      bytes = @random.bytes(@random.rand(200))
      %w[x.tsv x.json].each { |name| refute_empty faults_of(name, bytes, run), "#{seed(run)}: accepted: #{bytes.inspect}" }
    end
  end

  def test_what_is_accepted_of_mutated_files_keeps_the_schema
    accepted = RUNS.times.count do |run|
      path, bytes = [SOUND, FILES].sample(random: @random).to_a.sample(random: @random)
      bytes = mutated(bytes)
      next false if faults_of(File.basename(path), bytes, run).any?

      assert keeps_schema?(path, bytes), "#{seed(run)}: accepted though it breaks the schema:\n#{bytes}"
      true
    end
    assert_operator accepted, :>, 0, "#{seed(0)}: no file was accepted, so nothing was tested"
  end

  private

  def seed(run)
    "run #{run} of FUZZ_SEED=#{SEED} FUZZ_RUNS=#{RUNS}"
  end

  # What is told of a file of these bytes; an exception fails the test.
  def faults_of(name, bytes, run)
    Dir.mktmpdir do |folder|
      File.binwrite(File.join(folder, name), bytes)
      judged(File.join(folder, name), name).map(&:to_s)
    end
  rescue StandardError, SystemStackError => e
    flunk "#{seed(run)}: #{e.full_message(highlight: false)}\n#{name}: #{bytes.inspect}"
  end

  # What Results puts together, without reading the registries each time.
  def judged(path, name)
    text = RealtimeBench::TextFile.read(path, name)
    file, faults = read(text, name, @registry.row_schema(@comparison))
    if file
      tally = RealtimeBench::Tally.new(@comparison, { "latency_mean_ms" => nil })
      tally.absorb(file)
      faults = @rules.judge(file) + tally.faults
    end
    RealtimeBench::FaultOrder.arrange(faults) { text }.reject(&:doubtful)
  rescue RealtimeBench::Unreadable => e
    [e.fault]
  end

  def read(text, name, schema)
    return RealtimeBench::TsvReader.read(text, name, schema) unless name.end_with?(".json")

    RealtimeBench::JsonReader.read(text, name, schema, @envelope)
  end

  def mutated(bytes)
    @random.rand(4).times.reduce(bytes) do |text, _time|
      at = @random.rand(text.bytesize + 1)
      rest = text.byteslice((at + @random.rand(4))..) || "".b
      added = @random.rand(2).zero? ? PIECES.sample(random: @random) : @random.bytes(@random.rand(4))
      text.byteslice(0, at) + added + rest
    end
  end

  # By other readers than those that are tested.
  def keeps_schema?(path, bytes)
    text = bytes.dup.force_encoding("UTF-8").delete_prefix("\uFEFF")
    return @judge.valid?(JSON.parse(text)) if path.end_with?(".json")

    header, *lines = text.split(/\r?\n/).map { |line| line.split("\t", -1) }
    properties = schemas.row("chat_row").fetch("properties")
    rows = lines.map do |tokens|
      header.zip(tokens).reject { |_field, token| token.empty? }
            .to_h { |field, token| [field, properties[field]["type"] == "string" ? token : scalar(token)] }
    end
    @judge.valid?({ "run" => RUN, "results" => rows })
  end

  # A token as JSON reads it, or else as text.
  def scalar(token)
    JSON.parse("[#{token}]").first
  rescue JSON::ParserError
    token
  end
end
