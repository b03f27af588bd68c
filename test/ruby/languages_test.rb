# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/stop_cleanly"
require_relative "../../_plugins/realtime_bench/figures/figure_format"
require_relative "../../_plugins/realtime_bench/language"

# Pages in other languages than the site's own.
class LanguagesTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  SPANISH = "data/language-es.yml"
  SPANISH_FILE = File.read(File.join(ROOT, SPANISH), encoding: "UTF-8")
  # A page in Spanish with a chart, a figure and links: to one that is translated, and to one that isn't.
  TRANSLATED = <<~PAGE
    ---
    layout: page
    lang: es
    permalink: /es/
    title: Servidores
    comparison: chat
    ---
    {% include chart.html kind="line" y="latency" rooms=1 %}

    {% figure technology="node-ws" rooms=1 users=10 metric="latency" %}

    <a id="there" href="{{ '/#latency' | localized_url }}"></a><a id="elsewhere" href="{{ '/machines/' | localized_url }}"></a>
  PAGE

  def teardown
    RealtimeBench::Language.current = nil
  end

  def spanish(page = TRANSLATED, told = SPANISH_FILE)
    files = { "data/chat/run.tsv" => tsv(row(latency: 0.31)), SPANISH => told, "es/index.md" => page, "index.md" => FIRST }
    source(files) do |folder|
      site = site(folder)
      site.config["url"] = "https://bench.example"
      site.process
      yield folder
    end
  end

  def test_a_page_speaks_its_language
    spanish do |folder|
      html = built(folder, "es/index.html")
      assert_includes html, '<html lang="es">'
      assert_includes html, "Ir al contenido"
      assert_includes html, "0,310\u00a0ms"
      assert_includes html, "Gráfico de líneas"
      assert_includes html, "Mensajes entregados"
      refute_includes html, ">Messages delivered<"
    end
  end

  def test_a_page_in_english_carries_no_strings_and_says_what_it_said
    spanish do |folder|
      html = built(folder)
      refute_includes html, "data-language"
      assert_includes html, "Skip to the content"
      assert_includes html, ">Messages delivered<"
    end
  end

  def test_links_lead_to_a_page_in_the_same_language_where_there_is_one
    spanish do |folder|
      html = built(folder, "es/index.html")
      assert_includes html, '<a id="there" href="/es/#latency">'
      assert_includes html, '<a id="elsewhere" href="/machines/">'
    end
  end

  def test_translations_name_each_other
    spanish do |folder|
      [built(folder), built(folder, "es/index.html")].each do |html|
        assert_includes html, '<link rel="alternate" hreflang="en" href="https://bench.example/">'
        assert_includes html, '<link rel="alternate" hreflang="es" href="https://bench.example/es/">'
        assert_includes html, '<link rel="alternate" hreflang="x-default" href="https://bench.example/">'
      end
      refute_includes built(folder, "machines/index.html"), "hreflang"
    end
  end

  def test_a_translation_is_not_the_page_of_its_comparison
    spanish { |folder| assert_includes built(folder, "data/index.html"), 'href="/?show=node-ws' }
  end

  def test_a_posts_excerpt_stays_in_its_language_whichever_page_shows_it_first
    figure = "{% figure technology=\"node-ws\" rooms=1 users=10 metric=\"latency\" %}"
    post = "---\ntitle: Post\ndescription: Post\ncomparison: chat\n---\n#{figure}\n"
    cards = "{% include comparison-cards.html %}\n"
    # By its name it is rendered before the first page.
    source("data/chat/run.tsv" => tsv(row(latency: 0.31)), SPANISH => SPANISH_FILE, "es/a.md" => TRANSLATED + cards,
           "index.md" => FIRST + cards, "_posts/2024-05-01-post.md" => post) do |folder|
      site(folder).process
      %w[index.html es/index.html].each { |name| assert_includes built(folder, name), "<p>0.310\u00a0ms</p>" }
    end
  end

  def test_a_language_that_nobody_has_told_of_stops_the_build
    fault = assert_raises(RealtimeBench::BuildStopped) { spanish(TRANSLATED.sub("lang: es", "lang: eo")) { flunk } }
    assert_equal 'es/index.md: lang "eo" is unknown (expected one of es, en; data/language-eo.yml makes it known)', fault.message
  end

  def test_a_file_of_a_language_that_lacks_something_stops_the_build
    fault = assert_raises(RealtimeBench::BuildStopped) { spanish(TRANSLATED, SPANISH_FILE.sub(/^months:.*$/, "")) { flunk } }
    assert_equal "data/language-es.yml: lacks months (expected name, number, date, months, texts)", fault.message
  end

  def test_a_file_of_a_language_that_is_no_yaml_stops_the_build
    fault = assert_raises(RealtimeBench::BuildStopped) { spanish(TRANSLATED, "name: [") { flunk } }
    assert_match(%r{\Adata/language-es.yml: is not YAML: line \d+, column \d+: }, fault.message)
  end

  def language
    RealtimeBench::Language.new("es", YAML.safe_load(SPANISH_FILE))
  end

  def test_numbers_are_written_as_scripts_write_them
    RealtimeBench::Language.current = language
    format = RealtimeBench::FigureFormat
    vectors = JSON.parse(File.read(File.join(FIXTURES, "format.json"), encoding: "UTF-8"))["es"]
    vectors["figure"].each { |vector| assert_equal vector["text"], format.figure(vector["value"]) }
    vectors["count"].each { |vector| assert_equal vector["text"], format.count(vector["value"]) }
    vectors["interval"].each { |vector| assert_equal vector["text"], format.interval(vector["mean"], vector["ci95"]) }
  end

  def test_days_and_numbers_of_things_are_said_in_words
    assert_equal "24 de noviembre de 2026", language.day(Time.utc(2026, 11, 24))
    assert_equal ["1 núcleo", "2 núcleos"], [1, 2].map { |count| language.plural(count, "%1 core", "%1 cores") }
  end

  def test_why_a_load_failed_is_said_again
    told = "34\u00a0% of requests timed out, 2\u00a0% were not sent; the server exited in 1 of 12,000 iterations"
    assert_equal "el 34\u00a0% de las peticiones agotó el tiempo, el 2\u00a0% no se envió; " \
                 "el servidor terminó en 1 de 12.000 iteraciones", language.retell(told)
    assert_equal told, RealtimeBench::Language.current.retell(told)
    assert_nil language.retell(nil)
  end
end
