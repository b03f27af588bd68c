# frozen_string_literal: true

# Keeps the markup of charts and tables from kramdown, which would take it apart and write it again: on a page of charts,
# that takes longer than all else.

require "jekyll"

module RealtimeBench
  module KeepMarkupFromMarkdown
    # From the beginning of a line to the end of one, as includes write them.
    BLOCK = %r{^<(figure|section)\b.*?</\1>$}m

    def convert(content)
      kept = []
      marked = content.gsub(BLOCK) { |block| "<!-- markup #{(kept << block).length - 1} -->" }
      super(marked).gsub(/<!-- markup (\d+) -->/) { kept.fetch(Regexp.last_match(1).to_i) }
    end
  end
end

Jekyll::Converters::Markdown.prepend(RealtimeBench::KeepMarkupFromMarkdown)
