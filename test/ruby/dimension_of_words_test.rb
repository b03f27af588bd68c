# frozen_string_literal: true

require_relative "site_source"

# A dimension whose values are words, as relays' brokers are: pages name them, and show their names.
class DimensionOfWordsTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  # Broker, pages and the mean latency from relay to page; two iterations each.
  MEASURED = [["nats", 1, 2.0], ["mosquitto", 1, 3.0], ["rabbitmq", 10, 8.0], ["rabbitmq", 1, 4.0]].freeze
  FIGURE = 'comparison="relay" technology="go-relay" metric="page_latency" pages=1 pause_ms=10'

  def files
    rows = MEASURED.product(%w[go-relay rust-relay], [1, 2]).map do |(broker, pages, latency), technology, iteration|
      { "technology" => technology, "broker" => broker, "pages" => pages, "pause_ms" => 10, "iteration" => iteration,
        "broker_latency_mean_ms" => 1, "page_latency_mean_ms" => latency + (technology == "go-relay" ? 0 : 1),
        "cpu_percent" => 10, "lost_deliveries" => 0, "expected_deliveries" => 1000, }
    end
    { **COMPARISONS, "data/relay/run.json" => json(rows) }
  end

  def built_page(text)
    page(text, files, "further_comparisons: [relay]\n")
  end

  def test_sentences_name_a_word_and_say_its_name
    html = built_page(<<~LIQUID)
      {% figure #{FIGURE} broker="nats" %};
      {% ranking comparison="relay" metric="page_latency" broker="mosquitto" pages=1 pause_ms=10 %};
      {% claim comparison="relay" lowest="go-relay" metric="page_latency" broker="nats" %}least{% endclaim %};
      {% capacity comparison="relay" technology="go-relay" metric="page_latency" limit=5 broker="rabbitmq" pages=1 %};
      {% include ranks.html comparison="relay" metric="page_latency" broker="rabbitmq" pages=10 pause_ms=10 %}
    LIQUID
    ["2.00\u00a0ms;", "Go (3.00\u00a0ms), Rust (axum) (4.00\u00a0ms);", "least;", "at least 10 ms between messages;",
     "RabbitMQ, 10 pages, 10 ms between messages",].each { |part| assert_includes html, part }
  end

  def test_a_word_that_is_not_there_stops_the_build_with_those_that_are_in_their_order
    { 'broker="kafka"' => /value of broker "kafka" is unknown \(expected one of rabbitmq, nats, mosquitto\)/,
      "" => /no value of broker is given \(expected one of rabbitmq, nats, mosquitto\)/, }.each do |word, message|
      assert_match message, page_error("{% figure #{FIGURE} #{word} %}", files)
    end
  end

  def test_charts_and_tables_are_titled_by_the_name_and_carry_the_word
    html = built_page(<<~LIQUID)
      {% include chart.html comparison="relay" kind="line" y="page_latency" broker="nats" pages=1 %}
      {% include cell-summary.html comparison="relay" broker="rabbitmq" pages=10 pause_ms=10 %}
    LIQUID
    assert_includes html, "Latency, relay to page, NATS, 1 page"
    assert_includes html, "&quot;fixed&quot;:{&quot;broker&quot;:&quot;nats&quot;,&quot;pages&quot;:1}"
    assert_includes html, 'data-cell="broker=rabbitmq&amp;pages=10&amp;pause_ms=10"'
  end

  def test_the_choice_of_a_cell_offers_the_names_in_their_order
    html = built_page('{% include cell-choice.html comparison="relay" broker="nats" pages=1 pause_ms=10 %}')
    options = html[%r{<select name="broker">(.*?)</select>}m, 1].scan(%r{<option value="(\w+)"( selected)?>(\w+)</option>})
    assert_equal [["rabbitmq", nil, "RabbitMQ"], ["nats", " selected", "NATS"], ["mosquitto", nil, "Mosquitto"]], options
  end

  def test_a_readers_own_load_is_said_by_a_choice_of_words
    source(files) do |folder|
      front_matter = "---\ncomparison: relay\npermalink: /relays.html\n---\n"
      put(folder, "relays.html", "#{front_matter}{% include your-load.html title=\"Yours\" %}")
      site(folder).process
      assert_match %r{<select data-load="broker">\s*<option value="rabbitmq">RabbitMQ</option>}, built(folder, "relays.html")
    end
  end

  def test_the_page_made_from_the_registries_draws_it
    source(files) do |folder|
      site(folder).process
      parts = built(folder, "relay/index.html").split("<summary>Zero at every load", 2)
      shown, folded = parts.map { |part| part.scan(/&quot;title&quot;:&quot;(.*?)&quot;/).flatten }
      assert_equal ["Latency, broker to relay", "Latency, relay to page", "CPU"], shown
      assert_equal ["Lost deliveries"], folded
    end
  end
end
