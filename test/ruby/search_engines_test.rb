# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/stop_cleanly"

# What pages tell search engines: their addresses, and of a comparison its data.
class SearchEnginesTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  ADDRESS = { "url" => "https://bench.example", "baseurl" => "/bench" }.freeze

  # The first page of a site that is published there.
  def published(folder, config)
    site = site(folder)
    site.config.merge!(config)
    site.baseurl = config["baseurl"]
    site.process
    built(folder)
  end

  def statements(html)
    found = html.scan(%r{<script type="application/ld\+json">(.*?)</script>}m).map { |(json)| JSON.parse(json) }
    found.select { |one| one["@type"] == "Dataset" }
  end

  def test_the_comparisons_page_states_where_its_data_are_and_what_they_measure
    source do |folder|
      stated = statements(published(folder, ADDRESS)).first
      assert_equal ["Chat rooms", "https://bench.example/bench/"], stated.values_at("name", "url")
      stated["distribution"].each do |file|
        assert_path_exists File.join(folder, "_site", file["contentUrl"].delete_prefix("https://bench.example/bench/"))
      end
      latency = stated["variableMeasured"].find { |one| one["name"] == "Latency" }
      assert_equal "ms", latency["unitText"]
      assert_match(%r{\A\d{4}-\d\d-\d\d(/\d{4}-\d\d-\d\d)?\z}, stated["temporalCoverage"])
    end
  end

  def test_a_page_names_its_canonical_address
    source do |folder|
      assert_includes published(folder, ADDRESS), '<link rel="canonical" href="https://bench.example/bench/" />'
    end
  end

  # Sets these variables for the block, and takes them away again.
  def deployed(variables)
    ENV.update(variables)
    yield
  ensure
    variables.each_key { |name| ENV.delete(name) }
  end

  def test_a_deployment_says_where_the_site_is
    deployed("SITE_URL" => "https://bench.example", "SITE_BASEURL" => "/elsewhere") do
      source do |folder|
        html = published(folder, {})
        assert_includes html, '<link rel="canonical" href="https://bench.example/elsewhere/" />'
        assert_includes html, 'href="/elsewhere/assets/build/site.css"'
      end
    end
  end

  def test_an_address_that_is_none_stops_the_build
    {
      "SITE_URL" => ["https://bench.example/path", "a site's address (expected one like https://example.org)"],
      "SITE_BASEURL" => ["elsewhere/", "a path (expected one like /realtime-bench)"],
    }.each do |name, (value, expected)|
      deployed(name => value) do
        error = assert_raises(RealtimeBench::BuildStopped) { source { |folder| published(folder, {}) } }
        assert_equal "#{name}: \"#{value}\" is not #{expected}", error.message
      end
    end
  end

  def test_a_site_without_an_address_states_none
    source do |folder|
      html = published(folder, { "baseurl" => "" })
      assert_empty statements(html)
      refute_includes html, 'rel="canonical"'
    end
  end
end
