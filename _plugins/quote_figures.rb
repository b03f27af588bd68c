# frozen_string_literal: true

# Puts figures from the data into sentences, so that text cannot go stale:
#   {% figure technology="node-ws" rooms=1 users=60 metric="latency" statistic="p99" %}
# A cell that the data does not have stops the build, naming the page.

require "jekyll"
require_relative "realtime_bench/quotation"

module RealtimeBench
  class FigureTag < Liquid::Tag
    WORD = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))/
    MARKUP = /\A\s*(?:#{WORD}\s*)*\z/

    def initialize(tag, markup, tokens)
      super
      unless markup.match?(MARKUP)
        raise Liquid::SyntaxError, "{% #{tag} #{markup.strip} %}: expected words as in " \
                                   "technology=\"node-ws\" rooms=1 metric=\"latency\""
      end

      @words = markup.scan(WORD).map { |name, double, single, bare| [name, double || single, bare] }
      @markup = markup.strip
    end

    def render(context)
      page = context.registers[:page]
      words = @words.to_h { |name, quoted, bare| [name, quoted || bare_value(bare, context)] }
      Quotation.new(words, dataset(words, context, page)).to_s
    rescue UnknownWord => e
      raise Liquid::ArgumentError, "#{page["path"]}: {% figure #{@markup} %}: #{e.message}"
    end

    private

    # A number stands for itself, anything else is a variable.
    def bare_value(word, context)
      word.match?(/\A\d+\z/) ? word : context[word]
    end

    def dataset(words, context, page)
      data = context.registers[:site].data
      ids = data["comparisons"].map { |comparison| comparison["id"] }
      id = words["comparison"] || page["comparison"]
      raise UnknownWord.new("comparison", id, ids) unless ids.include?(id)

      data.fetch(id)
    end
  end

  module WriteFigures
    # A measured value with its unit, as tables write it.
    def figure(value, unit = nil)
      FigureFormat.with_unit(FigureFormat.figure(value), unit)
    end

    # A count, as tables write it.
    def count(value)
      FigureFormat.count(value)
    end
  end
end

Liquid::Template.register_tag("figure", RealtimeBench::FigureTag)
Liquid::Template.register_filter(RealtimeBench::WriteFigures)
