# frozen_string_literal: true

require_relative "site_source"

# What kramdown is kept from, and what it is not.
class KeptMarkupTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  CHART = "<figure class=\"chart chart-line\" data-chart hidden>\n*as written*\n</figure>"

  def converted(text)
    source({}) { |folder| return site(folder).find_converter_instance(Jekyll::Converters::Markdown).convert(text) }
  end

  def test_a_chart_stays_as_its_include_wrote_it_between_text_that_is_converted
    html = converted("*before*\n\n#{CHART}\n\n*after*\n")
    assert_includes html, CHART
    assert_includes html, "<em>before</em>"
    assert_includes html, "<em>after</em>"
  end

  def test_markdown_in_an_authors_own_section_is_converted
    html = converted("<section class=\"table-scroll\" markdown=\"1\">\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n</section>\n")
    assert_includes html, "<td>1</td>"
  end

  def test_a_figure_that_a_page_shows_as_code_stays_code
    assert_includes converted("```\n<figure>\n</figure>\n```\n"), "&lt;figure&gt;"
  end
end
