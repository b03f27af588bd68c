# frozen_string_literal: true

require_relative "site_source"

# The terms of the glossary are linked where a page first uses them.
class TermLinksTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  GLOSSARY = File.read(File.join(ROOT, "glossary.md"), encoding: "UTF-8")
  TERMS = YAML.safe_load(GLOSSARY[/\A---\n(.*?)^---$/m, 1]).fetch("terms")

  def linked(text, front_matter = "link_terms: true\n")
    source do |folder|
      put(folder, "glossary.md", GLOSSARY)
      put(folder, "index.md", "---\nlayout: page\n#{front_matter}---\n#{text}\n")
      site(folder).process
      return built(folder)
    end
  end

  def link(id, words)
    %(<a class="term" href="/glossary/##{id}">#{words}</a>)
  end

  def test_the_first_use_of_each_term_is_linked_and_no_further_one
    html = linked("An open loop and its p99.\n\nOpen loop again, its p99, and\nthe noise\nfloor.")
    assert_includes html, "An #{link("open-loop", "open loop")} and its #{link("p99", "p99")}."
    assert_includes html, "Open loop again, its p99, and\nthe #{link("noise-floor", "noise\nfloor")}."
  end

  def test_a_word_begins_a_sentence_with_a_capital_letter_and_a_name_is_as_it_is
    assert_includes linked("Coordinated omission."), link("coordinated-omission", "Coordinated omission")
    assert_includes linked("It has an Apdex, and the file apdex too."), "#{link("apdex", "Apdex")}, and the file apdex"
    refute_includes linked("Pss."), "glossary/#pss"
  end

  def test_headings_links_code_and_tables_are_left_alone
    html = linked("## Steal\n\n`p99` [the noise floor](https://bench.example/) \n\n| PSS |\n|---|\n| p99 |")
    refute_includes html, 'class="term"'
  end

  def test_a_page_that_does_not_ask_has_no_links
    refute_includes linked("An open loop.", ""), 'class="term"'
  end

  def test_each_term_is_explained_in_two_sentences_at_an_address_of_its_own
    assert_equal TERMS.length, TERMS.map { |term| term["id"] }.uniq.length
    TERMS.each { |term| assert_equal 2, term["meaning"].scan(/[.](?=\s|\z)/).length, term["id"] }
  end

  def test_the_glossary_has_each_term_at_the_address_that_links_have
    source do |folder|
      put(folder, "glossary.md", GLOSSARY)
      site(folder).process
      TERMS.each { |term| assert_includes built(folder, "glossary/index.html"), %(<dt id="#{term["id"]}">#{term["term"]}</dt>) }
    end
  end
end
