# frozen_string_literal: true

require_relative "test_helper"

# The registries of data/*.yml: what they declare has to fit the schema and each other.
class RegistryTest < RealtimeBench::TestCase
  # Faults of a registry whose text has been changed.
  def faults_with(name, from, to)
    text = File.read(File.join(ROOT, "data", "#{name}.yml"), encoding: "UTF-8")
    assert_match from, text
    faults("#{name}.yml" => text.sub(from, to))
  end

  def test_the_registries_are_sound
    assert_empty faults({})
  end

  def test_a_metric_of_an_unknown_field_is_refused
    assert_equal ["data/metrics.yml: [2].statistics.max: \"memory_peek_mib\" is not a field of schema/result.json " \
                  "(did you mean memory_peak_mib?)"], faults_with("metrics", "memory_peak_mib", "memory_peek_mib")
  end

  def test_a_comparison_of_an_unknown_metric_or_row_is_refused
    assert_equal ["data/comparisons.yml: [0].metrics[1]: \"cpus\" is not a metric of data/metrics.yml (did you mean cpu?)"],
                 faults_with("comparisons", "cpu, memory", "cpus, memory")
    assert_match(%r{\Adata/comparisons\.yml: \[0\]\.row: "talk_row" is not a row of schema/result\.json},
                 faults_with("comparisons", "chat_row", "talk_row").first)
  end

  def test_a_choice_of_unknown_technologies_or_of_none_is_refused
    assert_equal ["data/comparisons.yml: [0].shown[0]: \"node-wss\" is not a technology of data/technologies.yml " \
                  "(did you mean node-ws?)"], faults_with("comparisons", "shown: [node-ws,", "shown: [node-wss,")
    assert_match(/\A.*\[0\]\.shown: /, faults_with("comparisons", /shown: \[.*\]/, "shown: []").first)
    assert_match(/\A.*\[0\]\.shown: /, faults_with("comparisons", "shown: [node-ws,", "shown: [node-ws, node-ws,").first)
  end

  def test_a_comparison_may_choose_nothing
    assert_empty faults_with("comparisons", /  shown: .*\n/, "")
  end

  def test_a_dimension_that_rows_may_lack_is_refused
    assert_match(/\A.*\[0\]\.dimensions\[0\]\.id: "cpu_percent" is not a required whole number of the row/,
                 faults_with("comparisons", "id: rooms", "id: cpu_percent").first)
  end

  def test_a_comparison_may_not_take_the_name_of_a_registry
    assert_match(/\A.*\[0\]\.id: "metrics" is taken/, faults_with("comparisons", "id: chat", "id: metrics").first)
  end

  def test_two_technologies_of_one_id_are_refused
    faults = faults_with("technologies", "id: pekko-play", "id: akka-play")
    assert_equal 1, faults.length
    assert_match(/\Adata.technologies\.yml: \[\d+\]\.id: "akka-play" is there twice \(expected each id once\)\z/, faults.first)
  end

  def test_a_look_that_charts_cannot_draw_is_refused
    assert_equal ["data/palette.yml: [0].shape: \"blob\" is not one of the known words (expected circle, triangle, " \
                  "triangleDown, triangleLeft, triangleRight, rect, rectRounded or rectRot)"],
                 faults_with("palette", "shape: rect", "shape: blob")
    assert_match(/\[0\]\.color\.light: "blue" is not well-formed \(expected a colour as #rrggbb/,
                 faults_with("technologies", '"#0072b2"', "blue").first)
  end

  def test_broken_yaml_names_its_file_and_line
    assert_match(%r{\Adata/metrics\.yml: is not YAML: .*line \d},
                 faults_with("metrics", "label: Latency", "label: [Latency").first)
  end

  def test_a_missing_registry_is_named
    data_folder do |folder|
      File.delete(File.join(folder, "palette.yml"))
      error = assert_raises(RealtimeBench::BrokenData) { RealtimeBench::Results.new(folder, "data", "#{ROOT}/schema") }
      assert_match(%r{\Adata/palette\.yml: is missing}, error.faults.first.to_s)
    end
  end
end
