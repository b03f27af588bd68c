# frozen_string_literal: true

# Puts figures from the data into sentences, so that text cannot go stale:
#   {% figure technology="node-ws" rooms=1 users=60 metric="latency" statistic="p99" %}
#   {% ranking metric="latency" statistic="p99" rooms=1 users=60 first=3 %}
#   {% ratio technology="node-cluster" to="node-ws" metric="cpu" rooms=1 users=20 %}
#   {% capacity technology="node-ws" rooms=1 metric="latency" statistic="p99" limit=100 %}
#   {% failure technology="php-symfony-bookstore" users=2000 %}
#   {% claim lowest="node-ws" metric="cpu" rooms=1 users=60 %}Node.js needs least CPU{% endclaim %}
# Each is of the page's comparison, or of the one that comparison="chat-latency" names.
# What the data does not have, or does not bear out in every run, stops the build, naming the page.

require "jekyll"
require_relative "realtime_bench/prose/capacity"
require_relative "realtime_bench/prose/every_run"
require_relative "realtime_bench/prose/failure_reason"
require_relative "realtime_bench/prose/markup"
require_relative "realtime_bench/prose/quotation"
require_relative "realtime_bench/prose/ratio"

module RealtimeBench
  # A tag that becomes what its kind of sentence writes.
  class FigureTag < Liquid::Tag
    WRITERS = {
      "figure" => ->(words, dataset, _) { Quotation.new(words, dataset).to_s },
      "ranking" => ->(words, dataset, repetitions) { EveryRun.new(words, dataset, repetitions).ranking.to_s },
      "ratio" => ->(words, dataset, _) { Ratio.new(words, dataset).to_s },
      "capacity" => ->(words, dataset, _) { Capacity.new(words, dataset).to_s },
      "failure" => ->(words, dataset, _) { FailureReason.new(words, dataset).to_s },
    }.freeze

    attr_reader :markup

    def initialize(tag, markup, tokens)
      super
      @writer = WRITERS.fetch(tag)
      @markup = Markup.new(tag, markup)
    end

    def render(context)
      @markup.ask(context) { |*asked| @writer.call(*asked) }
    end
  end

  # A block whose text appears if the data bears the claim out.
  class ClaimTag < Liquid::Block
    attr_reader :markup

    def initialize(tag, markup, tokens)
      super
      @markup = Markup.new(tag, markup)
    end

    def render(context)
      fault = @markup.ask(context) { |*asked| EveryRun.new(*asked).fault }
      @markup.refuse(context, fault) if fault
      super
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

RealtimeBench::FigureTag::WRITERS.each_key { |tag| Liquid::Template.register_tag(tag, RealtimeBench::FigureTag) }
Liquid::Template.register_tag("claim", RealtimeBench::ClaimTag)
Liquid::Template.register_filter(RealtimeBench::WriteFigures)
