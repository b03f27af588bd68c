# frozen_string_literal: true

require "liquid"
require_relative "../figures/unknown_word"
require_relative "../figures/page_dataset"

module RealtimeBench
  # What stands inside of a tag that asks for figures: technology="node-ws" rooms=1. Numbers stand for
  # themselves; other bare words are Liquid variables.
  class Markup
    WORD = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))/
    WHOLE = /\A\s*(?:#{WORD}\s*)*\z/
    NUMBER = /\A\d+(?:\.\d+)?\z/

    # @raise [Liquid::SyntaxError] if it is anything but words
    def initialize(tag, markup)
      @text = "{% #{tag} #{markup.strip} %}"
      raise Liquid::SyntaxError, "#{@text}: expected words as in technology=\"node-ws\" rooms=1" unless markup.match?(WHOLE)

      @words = markup.scan(WORD).map { |name, double, single, bare| [name, double || single, bare] }
    end

    # Hands the words and their comparison's dataset to the block, and names page and tag in what it raises.
    # @yieldparam words [Hash]
    # @yieldparam dataset [Hash] contract 2
    # @yieldparam repetitions [Array<Hash>] as EveryRun takes them
    def ask(context)
      page = context.registers[:page]
      words = @words.to_h { |name, quoted, bare| [name, quoted || value(bare, context)] }
      yield words, *PageDataset.named(context.registers[:site].data, words, page)
    rescue PageFault => e
      refuse(context, e.message)
    end

    # @return [String] the tag as the page has it
    def to_s
      @text
    end

    # @raise [Liquid::ArgumentError] always
    def refuse(context, reason)
      raise Liquid::ArgumentError, "#{context.registers[:page]["path"]}: #{@text}: #{reason}"
    end

    private

    def value(word, context)
      word.match?(NUMBER) ? word : context[word]
    end
  end
end
