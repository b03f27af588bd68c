# frozen_string_literal: true

# Keeps the markup of charts, tables and runs from kramdown, which would take it apart and write it again: half of the time that
# rendering a page of charts takes.

require "jekyll"

module RealtimeBench
  module KeepMarkupFromMarkdown
    # As includes write them, from the beginning of a line to the end of one. An author's own figure is none of these, nor is a
    # section with Markdown in it.
    BLOCK = %r{^<(figure|section|dl) class="(?:chart|table-scroll|run)\b(?![^>]*markdown=).*?</\1>$}m

    def convert(content)
      kept = []
      marked = content.gsub(BLOCK) { |block| "<!-- markup #{(kept << block).length - 1} -->" }
      super(marked).gsub(/<!-- markup (\d+) -->/) { kept.fetch(Regexp.last_match(1).to_i) }
    end
  end
end

Jekyll::Converters::Markdown.prepend(RealtimeBench::KeepMarkupFromMarkdown)
