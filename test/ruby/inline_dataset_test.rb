# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/inline_dataset"

# What a page carries of a dataset for its scripts.
class InlineDatasetTest < RealtimeBench::TestCase
  # The page's dataset, and what the page carries of it.
  def setup
    memory = { memory_mib: 80.123456, cpu_percent: 50 }
    data_folder("chat/a.json" => json([json_row(**memory), json_row(users: 30, **memory)])) do |folder|
      FileUtils.cp(Dir.glob(File.join(ROOT, "data/*.yml")), folder)
      read = RealtimeBench::Results.new(folder, "data", File.join(ROOT, "schema")).datasets.fetch("chat")
      @dataset = RealtimeBench::ScaledFigures.fill(RealtimeBench::PageFigures.round(read))
    end
    @carried = JSON.parse(RealtimeBench::InlineDataset.dump(@dataset))
  end

  def test_what_scripts_work_out_is_left_out
    assert_equal ["memory_per_user_mib"], @dataset["cells"].keys - @carried["cells"].keys
    assert_equal @dataset["cells"].slice(*@carried["cells"].keys), @carried["cells"]
  end

  # The very numbers: one quotient of the figures that the page carries.
  def test_it_is_worked_out_from_what_the_page_carries
    memory = @carried.dig("cells", "memory_mib", "mean")
    assert_equal [80.12, 80.12], memory
    assert_equal([80.12 / 10, 80.12 / 30], @dataset.dig("cells", "memory_per_user_mib", "mean"))
  end

  def test_without_the_figure_that_it_is_made_of_it_is_carried
    without = { **@dataset, "cells" => @dataset["cells"].except("memory_mib") }
    carried = JSON.parse(RealtimeBench::InlineDataset.dump(RealtimeBench::ScaledFigures.fill(without)))
    assert_includes carried["cells"].keys, "memory_per_user_mib"
  end

  def test_technologies_have_their_looks_and_no_words_that_the_page_has
    assert_equal [%w[id name color shape dash]], @carried["technologies"].map(&:keys).uniq
  end
end
