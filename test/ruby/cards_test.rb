# frozen_string_literal: true

require_relative "site_source"

# What pages tell of each other and of themselves: the cards of further comparisons, and a long page's contents.
class CardsTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  POST = <<~PAGE
    ---
    title: Two alike
    comparison: chat
    ---
    Memory is {% claim lower="node-ws" than="node-cluster" metric="memory" rooms=1 users=60 %}lower with *one* process{% endclaim %}.
    {: .lead}

    {% include chart.html kind="line" y="memory" rooms=1 %}
  PAGE

  def cards(post = POST)
    source do |folder|
      put(folder, "_posts/2024-05-01-two-alike.md", post)
      put(folder, "data/chat-latency/run.tsv", tsv(row(users: 5), row(users: 10)))
      put(folder, "page.html", "#{RealtimeBench::SiteSource::PAGE}{% include comparison-cards.html %}")
      site(folder).process
      yield built(folder, "page.html")[%r{<ul class="charts cards">.*?</ul>}m], folder
    end
  end

  def test_a_post_has_a_card_with_its_finding_picture_and_day
    cards do |list, folder|
      assert_includes list, "<p>Memory is lower with one process.</p><small>1 May 2024</small>"
      picture = list[/<img src="([^"]+)"/, 1]
      assert_equal "/2024/two-alike/charts/memory-1-room-small.svg", picture
      assert_match(/\A<svg .*<path /m, built(folder, picture))
    end
  end

  def test_a_comparison_without_a_post_has_the_card_of_the_page_made_for_it
    cards do |list, _folder|
      assert_includes list, '<a href="/chat-latency/"><img src="/chat-latency/charts/latency-small.svg"'
    end
  end

  def test_a_finding_that_the_data_contradicts_stops_the_build
    Jekyll.logger.log_level = :error
    false_post = POST.sub('lower="node-ws" than="node-cluster"', 'lower="node-cluster" than="node-ws"')
    capture_subprocess_io do
      assert_match(/the data says node-cluster/, assert_raises(Liquid::Error) { cards(false_post) { nil } }.message)
    end
  end

  def test_a_page_of_four_parts_has_contents_and_a_shorter_one_none
    parts = (1..3).map { |number| "<h2 id=\"part-#{number}\">Part <em>#{number}</em></h2>" }
    parts << '<h2 id="part-4" class="needs-js">Part <em>4</em></h2>'
    contents = page(parts.join)[%r{<nav class="contents".*?</nav>}m]
    assert_equal %w[#part-1 #part-2 #part-3 #part-4], contents.scan(/href="([^"]+)"/).flatten
    assert_includes contents, '<li class="needs-js"><a href="#part-4">Part <em>4</em></a></li>'
    refute_includes page(parts.first(3).join), 'class="contents"'
  end
end
