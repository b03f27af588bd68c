# frozen_string_literal: true

require_relative "site_source"

# One page over some results, and over the same with two technologies' figures swapped: everything it says follows.
class SwapTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  PAGE, CLAIM, RESULTS = %w[page.md claim.md results.tsv].map do |name|
    File.read(File.join(FIXTURES, "swap", name), encoding: "UTF-8")
  end
  SWAPPED = RESULTS.gsub(/^(bun|vertx)\t/, "bun\t" => "vertx\t", "vertx\t" => "bun\t").freeze

  # The page in plain words, spaces as one, of the site that these results make.
  def told(results, text = PAGE)
    source("data/chat/results.tsv" => results) do |folder|
      put(folder, "index.md", text)
      site(folder).process
      return built(folder)[%r{<main.*</main>}m].gsub(/<[^>]*>/, " ").gsub("\u00a0", " ").squeeze(" \n").gsub(/\s+/, " ")
    end
  end

  def test_sentence_and_ranking_follow_the_data
    assert_includes told(RESULTS), "Bun takes 2.02 ms and carries at least 20 users. In order: Bun (2.02 ms), Vert.x (8.02 ms)."
    assert_includes told(SWAPPED), "Bun takes 8.02 ms and carries 10 users. In order: Vert.x (2.02 ms), Bun (8.02 ms)."
  end

  def test_tables_follow_the_data
    assert_match(/Technology 1 room Bun ≥ 20 Vert\.x 10 .* Vert\.x 2 8\.02 ± 0\.13 – .* Bun 2 2\.02 ± 0\.13/, told(RESULTS))
    assert_match(/Technology 1 room Vert\.x ≥ 20 Bun 10 .* Vert\.x 2 2\.02 ± 0\.13 – .* Bun 2 8\.02 ± 0\.13/, told(SWAPPED))
  end

  def test_a_conclusion_stands_while_the_data_bears_it_out_and_else_stops_the_build_with_claim_and_figures
    assert_includes told(RESULTS, PAGE + CLAIM), "Bun is quicker than Vert.x."
    source("data/chat/results.tsv" => SWAPPED) do |folder|
      put(folder, "index.md", PAGE + CLAIM)
      output, status = jekyll_build(folder)
      refute_predicate status, :success?
      message = output.dup.force_encoding("UTF-8")[/^.*Not built: (.*)$/, 1]
      assert_match(/index\.md: {% claim lower="bun" than="vertx" metric="latency" rooms=1 users=20 %}: /, message)
      assert_match(/with 1 room, 20 users the data says bun 8\.02 ± 0\.13.ms and vertx 2\.02 ± 0\.13.ms/, message)
    end
  end
end
