# frozen_string_literal: true

# Links the first use of each of the glossary's terms to where it is explained, in posts and in pages with `link_terms: true`.

require "jekyll"
require_relative "realtime_bench/prose/term_links"

Jekyll::Hooks.register %i[pages documents], :post_convert do |page|
  next unless page.data["link_terms"]

  glossary = page.site.pages.find { |other| other.data["terms"] }
  next unless glossary

  address = "#{page.site.config["baseurl"]}#{glossary.url}"
  page.content = RealtimeBench::TermLinks.new(glossary.data["terms"], address).link(page.content)
end
