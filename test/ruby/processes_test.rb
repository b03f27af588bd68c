# frozen_string_literal: true

require_relative "site_source"

# The processes of a server, told apart.
class ProcessesTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  MEASURED = { "data/chat/run.json" => File.read(File.join(FIXTURES, "processes.json"), encoding: "UTF-8") }.freeze

  def table(words)
    html = page("{% include processes.html #{words} %}", MEASURED)
    html.scan(%r{<tr>\s*<th scope="row">(.*?)</th>(.*?)</tr>}m)
        .map { |label, cells| [label.gsub(/<[^>]*>/, ""), *cells.scan(%r{<td class="number">(.*?)</td>}).flatten] }
  end

  def test_each_process_has_its_means_over_the_iterations_and_the_last_row_their_sum
    assert_equal [["Primary node", "2", "92.0 ± 25.4", "81.0 ± 12.7"], ["Worker 1 node", "2", "63.0 ± 38.1", "40.0"],
                  ["All together", "2", "155 ± 64", "120"],], table('technology="node-cluster" rooms=1 users=60')
  end

  def test_a_page_may_name_the_processes
    labels = table('technology="node-cluster" rooms=1 users=60 primary="Broker" worker="Child"').map(&:first)
    assert_equal ["Broker node", "Child 1 node", "All together"], labels
  end

  def test_nothing_is_shown_where_the_data_tells_nothing
    assert_empty table('technology="node-ws" rooms=1 users=60')
    refute_includes page('{% include processes.html technology="node-ws" rooms=1 users=60 %}', {}), "<table"
  end

  def test_unknown_words_stop_the_build_naming_the_page
    {
      'technology="akka" rooms=1 users=60' => /page\.html: technology "akka" is unknown/,
      'technology="node-ws" rooms=1' => /page\.html: no value of users is given/,
      'technology="node-ws" rooms=1 users=60 boss="Boss"' => /page\.html: word "boss" is unknown/,
    }.each { |words, message| assert_match message, page_error("{% include processes.html #{words} %}") }
  end
end
