# frozen_string_literal: true

# Holds the sentences of the site's pages that compare against the results of another folder: `ruby script/claims.rb FOLDER NAME`,
# where NAME is what messages call it. Each sentence is judged by what the build would say of it there.

require "jekyll"
require "tmpdir"
require "yaml"
require_relative "../_plugins/quote_figures"
require_relative "../_plugins/realtime_bench/node"

module RealtimeBench
  # Results as tags ask for them.
  Published = Struct.new(:data) do
    # @param folder [String] with result files by comparison
    # @param without [Array<String>] folders in it that nothing is asked of
    # @return [Published]
    # @raise [Node::Failed] where a file has a fault
    def self.read(folder, without: [])
      Dir.mktmpdir do |data|
        FileUtils.cp_r((Dir.children(folder) - without).map { |name| File.join(folder, name) }, data)
        FileUtils.cp(Dir.glob(File.expand_path("../data/*.yml", __dir__)), data)
        found = Node.json("read-results.mjs", data, "data")
        raise Node::Failed, found["faults"].join("\n") if found["faults"].any?

        new(found["datasets"].merge(found["registry"], found.slice("repetitions", "with_runs")))
      end
    end

    # Whether there are results of a comparison.
    def has?(comparison)
      data.fetch(comparison)["cells"]["technology"].any?
    end
  end

  # A tag of a page whose sentence compares.
  class Sentence
    # What there is to be kept of each kind, by the words of a tag and the data that it asks.
    KINDS = {
      "claim" => ->(*asked) { EveryRun.new(*asked).fault },
      "ranking" => ->(*asked) { EveryRun.new(*asked).ranking.order.join(", ") },
      "capacity" => ->(words, dataset, _) { Capacity.new(words, dataset).to_s },
    }.freeze

    # @param site [Jekyll::Site] that has read its pages
    # @return [Array<Sentence>]
    def self.all(site)
      (site.pages + site.documents).flat_map do |page|
        found = []
        Liquid::ParseTreeVisitor.for(Liquid::Template.parse(page.content).root)
                                .add_callback_for(FigureTag, ClaimTag) { |tag| found << new(page, tag) }.visit
        found.select { |sentence| KINDS.key?(sentence.kind) }
      end
    end

    attr_reader :kind

    def initialize(page, tag)
      @page = page.data.merge("path" => page.relative_path)
      @kind = tag.tag_name
      @markup = tag.markup
    end

    # Whether there are results of its comparison.
    def asked_of?(results)
      ask(results) { |_words, dataset| dataset["cells"]["technology"].any? }
    end

    # A claim holds by itself; an order and a load hold where they are those that are published.
    # @return [String, Symbol, nil] what other results say instead; `:unasked` where they lack what it is about, nil where they
    #   bear it out
    def fault(published, other)
      says = ask(other, &KINDS.fetch(kind))
      return says && told(says) if kind == "claim"

      said = ask(published, &KINDS.fetch(kind))
      told("#{says} (published: #{said})") unless said == says
    rescue Liquid::ArgumentError => e
      e.cause.is_a?(UnknownWord) ? :unasked : e.message
    end

    private

    def ask(results, &asking)
      @markup.ask(Liquid::Context.new({}, {}, { page: @page, site: results }), &asking)
    end

    def told(reason)
      "#{@page["path"]}: #{@markup}: #{reason}"
    end
  end
end

folder, name = ARGV
begin
  site = Jekyll::Site.new(Jekyll.configuration("source" => File.expand_path("..", __dir__), "quiet" => true))
  site.read
  comparisons = YAML.safe_load_file(site.in_source_dir("data/comparisons.yml")).map { |comparison| comparison["id"] }
  if (comparisons & Dir.children(folder)).empty?
    abort "claims: #{name} has no comparison's folder (expected one like data/: #{name}/#{comparisons.first}/ with result files)"
  end

  other = RealtimeBench::Published.read(folder)
  data = site.in_source_dir("data")
  absent = comparisons.reject { |comparison| other.has?(comparison) }
  published = File.identical?(folder, data) ? other : RealtimeBench::Published.read(data, without: absent)
rescue RealtimeBench::Node::Failed => e
  abort "claims: #{e.message}"
end
asked = RealtimeBench::Sentence.all(site).select { |sentence| sentence.asked_of?(other) }
unasked, faults = asked.filter_map { |sentence| sentence.fault(published, other) }.partition { |found| found == :unasked }
judged = asked.length - unasked.length
puts faults, "#{judged - faults.length} of #{judged} claims, rankings and loads carried hold in #{name}"
puts "#{unasked.length} are of technologies or loads that it lacks" if unasked.any?
exit 1 if faults.any?
