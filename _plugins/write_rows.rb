# frozen_string_literal: true

# Writes the rows of a table that may be long by an ERB template of _includes: {{ files | rows: "file-rows.erb" }}. Liquid
# takes ten times as long over each.

require "erb"
require "jekyll"
require_relative "realtime_bench/figures/crowd"
require_relative "realtime_bench/figures/figure_format"
require_relative "realtime_bench/language"

module RealtimeBench
  # What such a template can say besides ERB: `rows`, `about`, `h(text)`, `count(number)`, `t` and `plural` as Language has
  # them, `link(path)` from the site's root.
  class RowsTemplate
    include ERB::Util

    # @param path [String] the template
    # @param config [Hash] the site's
    def initialize(path, config)
      @template = ERB.new(File.read(path, encoding: "UTF-8"), trim_mode: "-")
      @template.filename = path
      @baseurl = config["baseurl"]
      @folder = config["data_dir"]
    end

    # @param rows [Array<Hash>]
    # @param about [Hash, nil] what they are of
    # @return [String]
    def write(rows, about)
      @template.result(binding)
    end

    private

    def count(value)
      FigureFormat.count(value)
    end

    def t(text, *values)
      h(Language.t(text, *values))
    end

    def plural(number, one, many)
      h(Language.current.plural(number, one, many))
    end

    def link(path)
      h("#{@baseurl}#{path}")
    end
  end

  module WriteRows
    def rows(rows, name, about = nil)
      site = @context.registers[:site]
      RowsTemplate.new(site.in_source_dir("_includes", name), site.config).write(rows, about)
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::WriteRows)
