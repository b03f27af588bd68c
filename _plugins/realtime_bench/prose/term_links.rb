# frozen_string_literal: true

require "set"

module RealtimeBench
  # Links the first use of each term in a page's running text.
  class TermLinks
    # What is no running text, or a link already, as a whole; any other tag; text.
    PIECE = %r{
      <(?<name>a|button|code|dt|fieldset|figure|h[1-6]|label|legend|nav|pre|script|select|style|summary|svg|table)\b.*?</\k<name>>
      |<[^>]*>
      |[^<]+
    }mx

    # @param terms [Array<Hash>] "id", "term" and perhaps further "forms" of it
    # @param address [String] of the glossary
    def initialize(terms, address)
      @address = address
      @ids = terms.flat_map { |term| [term["term"], *term["forms"]].map { |form| [form, term["id"]] } }.to_h
      @pattern = /\b(?:#{@ids.keys.map { |form| pattern(form) }.join("|")})\b/
    end

    # @param html [String] a page's, without its layout
    def link(html)
      unused = @ids.values.to_set
      html.gsub(PIECE) do |piece|
        next piece if piece.start_with?("<")

        piece.gsub(@pattern) { |words| unused.delete?(id(words)) ? linked(words) : words }
      end
    end

    private

    # Names with capitals are taken as they are written, words also at the beginning of a sentence; lines may be broken in them.
    def pattern(form)
      first, rest = [form[0], form[1..]].map { |part| Regexp.escape(part).gsub("\\ ", "\\s+") }
      form.match?(/[A-Z]/) ? first + rest : "[#{first}#{first.upcase}]#{rest}"
    end

    def id(words)
      form = words.gsub(/\s+/, " ")
      @ids[form] || @ids.fetch(form[0].downcase + form[1..])
    end

    def linked(words)
      %(<a class="term" href="#{@address}##{id(words)}">#{words}</a>)
    end
  end
end
