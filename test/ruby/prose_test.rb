# frozen_string_literal: true

require_relative "site_source"

# Sentences with figures, rankings and claims, as Jekyll builds them.
class ProseTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  def test_figures_in_prose_come_from_the_data
    text = '{% assign n = 60 %}{% figure technology="node-ws" rooms=1 users=n metric="cpu" %}'
    assert_includes page(text), "99.5\u00a0%"
  end

  def test_a_claim_that_the_data_bears_out_is_its_text
    text = '{% claim lower="node-ws" than="node-cluster" metric="memory" rooms=1 users=60 %}needs *less* memory{% endclaim %}'
    assert_includes page(text), "needs *less* memory"
  end

  def test_a_claim_that_the_data_contradicts_stops_the_build_naming_the_page
    text = '{% claim lower="node-cluster" than="node-ws" metric="memory" rooms=1 users=60 %}needs less memory{% endclaim %}'
    assert_match(/page\.html: {% claim .* %}: with 1 room, 60 users the data says node-cluster .* and node-ws /, page_error(text))
  end

  def test_a_ranking_stands_in_prose
    assert_match(/Node\.js \([\d.]+\u00a0MiB\)/, page('{% ranking metric="memory" rooms=1 users=60 first=1 %}'))
  end

  def test_a_figure_that_the_data_lacks_stops_the_build_naming_the_page
    assert_match(/page\.html: {% figure .* %}: value of users "61" is unknown/,
                 page_error('{% figure technology="node-ws" rooms=1 users=61 metric="cpu" %}'))
    assert_match(/expected words as in/, page_error("{% figure node-ws %}"))
  end
end
