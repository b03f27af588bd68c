# frozen_string_literal: true

require_relative "site_source"

# A page may open with other technologies shown than its comparison.
class ShownAtFirstTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  def test_a_page_opens_with_the_technologies_that_its_front_matter_names
    chart = '{% include chart.html kind="line" y="latency" rooms=1 %}'
    html = page("{% include technology-buttons.html %}#{chart}", nil, "shown: [node-cluster]\n")
    assert_match(/data-dataset="chat" data-shown="node-cluster"/, html)
    assert_equal ["node-cluster"], html.scan(/aria-pressed="true" data-technology="([^"]+)"/).flatten
    assert_equal 1, html.scan('<g class="series"').length
  end

  def test_a_page_that_opens_with_an_unknown_technology_stops_the_build
    error = assert_raises(Liquid::Error) do
      capture_subprocess_io { page("{% include technology-buttons.html %}", nil, "shown: [akkka]\n") }
    end
    assert_match(/page\.html: technology shown "akkka" is unknown \(expected one of node-ws, node-cluster/, error.message)
  end
end
