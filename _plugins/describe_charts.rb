# frozen_string_literal: true

# Liquid filters that turn a page's words into charts, tables and controls (docs/contracts.md, 3). A word that
# the data does not know stops the build, naming the page and the words that it could use.

require "jekyll"
require_relative "realtime_bench/charts/chart_spec"
require_relative "realtime_bench/charts/drawings"
require_relative "realtime_bench/figures/crowd"
require_relative "realtime_bench/figures/page_dataset"
require_relative "realtime_bench/figures/statistic"
require_relative "realtime_bench/language"
require_relative "realtime_bench/machines"
require_relative "realtime_bench/tables/capacity_table"
require_relative "realtime_bench/tables/process_table"
require_relative "realtime_bench/tables/ranks"
require_relative "realtime_bench/tables/scoreboard"
require_relative "realtime_bench/technology_groups"

module RealtimeBench
  module DescribeCharts
    # The include's words as a chart: "id", "spec" (JSON), "title", "label", "place", "metrics", the "statistic" of the main
    # one, what it is "drawn_by" if not by Chart.js, the "other_scale" than it opens with, and "empty"; unless it is empty, also
    # what is "drawn" of it once the page is rendered (Drawings::PARTS) and its "files".
    def describe_chart(words, page)
      explained(page) do
        chart = ChartSpec.new(words, charted_dataset(words["comparison"], page))
        {
          "id" => chart.id, "spec" => JSON.generate(chart.to_h), "title" => chart.title, "label" => chart.label,
          "place" => chart.place, "metrics" => chart.metrics, "empty" => chart.empty?, "drawn_by" => chart.drawing,
          "other_scale" => chart.other_scale,
          "statistic" => Statistic.label(chart.metrics.first["statistics"].keys.first), **drawing(chart, page),
        }
      end
    end

    # Publishes a table of a page, such as that of a chart's figures, as a page of its own.
    # @return [String] its URL from the site's root
    def publish_table(document, page, id)
      drawings.document(page, id, document)
      Drawings.address(page["url"], id, ".html")
    end

    # The summary table of one cell, named by the include's words or the one to open with: "place", "value", "comparison",
    # "empty", and what is "drawn" of it once the page is rendered; of a crowd that has the technologies that the page opens with,
    # and "whole" has all.
    def describe_cell(words, page)
      words = words.to_h # nil where an include has none
      explained(page) do
        dataset = dataset_for(words["comparison"], page)
        cells = Cells.new(dataset)
        fixed = cells.cell(words)
        { "place" => cells.place_in_words(fixed), "value" => query(fixed), "comparison" => dataset.dig("comparison", "id"),
          **summary(dataset, fixed, cells.indexes(fixed).empty?, page), }
      end
    end

    # The loads that each technology carries, as the include's words ask: "caption", "headings", "rows", and those "listed" on the
    # page. Where the comparison `searched` has results at a place, that is left to its ranks ("searched", as describe_ranks has
    # them).
    def describe_capacity(words, page)
      explained(page) do
        ranks = words["searched"] ? searched_ranks(dataset_for(words["searched"], page)) : []
        capacity = Capacity.new(words.except("searched"), dataset_for(words["comparison"], page))
        table = CapacityTable.new(capacity, ranks.map(&:at))
        rows = table.rows
        { "caption" => table.caption, "headings" => table.headings, "rows" => rows, "listed" => list_at_once(rows),
          "searched" => ranks.map { |one| described_ranks(one) }, }
      end
    end

    # The table by which a comparison's page answers first: "comparison", "headings", "rows", the "most" of them that the page
    # has, whether any is "searched", and whether any may be more ("open"); nil where none is declared or nothing is measured.
    def describe_scoreboard(word, page)
      explained(page) do
        dataset = charted_dataset(word, page)
        data = @context.registers[:site].data
        id = dataset.dig("comparison", "id")
        declared = data["comparisons"].find { |comparison| comparison["id"] == id }["scoreboard"]
        next if declared.nil? || dataset["technologies"].empty?

        table = Scoreboard.new(declared, dataset, data.dig("server_facts", "servers").to_a, data)
        rows = table.rows
        { "comparison" => id, "headings" => table.headings, "rows" => rows, "most" => Crowd::MOST,
          "room" => ScoreboardColumns.room(rows.flat_map { |row| row["cells"] }), "searched" => table.searched?,
          "open" => table.open?, }
      end
    end

    # The technologies of one cell by a figure: "title", "unit", "place", "end", "log", the noise "floor" and "rows" of Ranks.
    def describe_ranks(words, page)
      explained(page) do
        dataset, = PageDataset.named(@context.registers[:site].data, words, page)
        described_ranks(Ranks.new(words, dataset))
      end
    end

    # The processes of one technology in one cell: "caption" and "rows"; nil where the data has none.
    def describe_processes(words, page)
      explained(page) do
        dataset = dataset_for(words["comparison"], page)
        processes = @context.registers[:site].data["processes"]
        table = ProcessTable.new(words, dataset, processes.fetch(dataset.dig("comparison", "id")))
        { "caption" => table.caption, "rows" => table.rows } unless table.empty?
      end
    end

    # The comparison's id that an include gives, else the page's own.
    def known_comparison(word, page)
      explained(page) { dataset_for(word, page).dig("comparison", "id") }
    end

    # The same, of a comparison whose dataset the page carries, so that scripts have it.
    def carried_comparison(word, page)
      explained(page) { charted_dataset(word, page).dig("comparison", "id") }
    end

    # The technologies that a page opens with: its own choice (`shown` in its front matter), else its comparison's.
    def list_shown(dataset, page)
      explained(page) { PageDataset.shown(dataset, page) }
    end

    # Whether a dataset has more technologies than are listed at once.
    def crowded(dataset)
      Crowd.of?(dataset)
    end

    # As much of a list as a page has where all of it is elsewhere.
    def list_at_once(entries)
      entries.first(Crowd::MOST)
    end

    # The technologies that are listed at once: all, or of a crowd those that the page opens with.
    def list_technologies(dataset, page)
      return dataset["technologies"] unless Crowd.of?(dataset)

      shown = list_shown(dataset, page)
      dataset["technologies"].select { |technology| shown.include?(technology["id"]) }
    end

    # What a page carries of a comparison for its scripts.
    def carry_dataset(id, page)
      site = @context.registers[:site]
      dataset = site.data.fetch(id)
      address = "#{site.config["baseurl"]}/datasets/#{id}/dataset.json"
      shown = list_shown(dataset, page) | page["shown"].to_a
      Crowd.carried(site.data["page_datasets"].fetch(id), dataset, shown, address)
    end

    # The machines that the files shown of a comparison are from, each "machine" (in words) with its "files".
    def list_machines(files, technologies)
      Machines.of(files, technologies)
    end

    # What a chart of one cell can choose from, a hash a dimension: "id", "label", "values" (each "value" and "name") and the one
    # "chosen".
    def list_choices(words, page)
      words = words.to_h # nil where an include has none
      explained(page) do
        cells = Cells.new(dataset_for(words["comparison"], page))
        next [] if cells.empty?

        fixed = cells.cell(words)
        cells.dimensions.map do |dimension|
          id = dimension["id"]
          values = cells.values(id).map { |value| { "value" => value, "name" => Dimension.name(dimension, value) } }
          { "id" => id, "label" => dimension["label"], "chosen" => fixed[id], "values" => values }
        end
      end
    end

    # All statistics of a dataset's metrics: "id" and "label".
    def list_statistics(dataset)
      dataset["metrics"].flat_map { |metric| metric["statistics"].keys }.uniq
                        .map { |id| { "id" => id, "label" => Statistic.label(id) } }
    end

    # By what a reader may pick technologies together: each way that tells them apart, with the ids of each choice.
    # @return [Array<Hash>] "label" and "choices", each "label" and "ids"
    def group_technologies(technologies)
      TechnologyGroups.of(technologies)
    end

    # JSON for a <script> element, without any character that could end or confuse it.
    def inline_json(value)
      JSON.generate(value).gsub(/[<>&\u2028\u2029]/) { |character| format('\u%04x', character.ord) }
    end

    private

    def explained(page)
      yield
    rescue PageFault => e
      raise Liquid::ArgumentError, "#{page["path"]}: #{e.message}"
    end

    def described_ranks(ranks)
      rows = ranks.rows
      { "title" => ranks.title, "unit" => ranks.unit, "place" => ranks.place, "end" => ranks.from, "log" => ranks.log?,
        "floor" => ranks.floor, "rows" => rows, "room" => ScoreboardColumns.room(rows.map { |row| row["cell"] }), }
    end

    # What searches found, most first: ranks of each place that has any.
    def searched_ranks(dataset)
      metric = dataset["metrics"].first["id"]
      Cells.new(dataset).places.filter_map do |place|
        ids = SearchedLoads.new(place, dataset).ids
        Ranks.new({ "metric" => metric, "from" => "highest", "among" => ids.join(","), **place }, dataset) if ids.any?
      end
    end

    def drawings
      Drawings.of(@context.registers[:site])
    end

    def dataset_for(word, page)
      PageDataset.find(@context.registers[:site].data, word, page)
    end

    # Scripts draw only what the page carries: its own comparison and those that its front matter names besides.
    def charted_dataset(word, page)
      dataset = dataset_for(word, page)
      carried = [page["comparison"], *page["further_comparisons"]]
      id = dataset.dig("comparison", "id")
      raise UnknownWord.new("comparison of this page", id, carried.compact) unless carried.include?(id)

      dataset
    end

    # The chart as the script will draw it at first. The first one of a page is its picture where a link to it is shown.
    def drawing(chart, page)
      return {} if chart.empty?

      addresses = { "opening" => ".svg", "other" => Drawings::ENDINGS.fetch(chart.other_scale) }
                  .transform_values { |ending| Drawings.address(page["url"], chart.id, ending) }
      drawn = drawings.chart(page, chart)
      page["image"] ||= drawings.image(page["url"])
      { "drawn" => drawn, "files" => addresses }
    end

    def summary(dataset, fixed, empty, page)
      return { "empty" => true } if empty

      id = dataset.dig("comparison", "id")
      return { "empty" => false, "drawn" => drawings.summary(page, id, fixed) } unless Crowd.of?(dataset)

      { "empty" => false, "drawn" => drawings.summary(page, id, fixed, list_shown(dataset, page)),
        "whole" => drawings.summary(page, id, fixed), }
    end

    def query(place)
      place.map { |id, value| "#{id}=#{value}" }.join("&")
    end
  end
end

module RealtimeBench
  # The points' shapes, which a page's charts refer to: once a page.
  class ChartShapesTag < Liquid::Tag
    def render(_context)
      "<svg class=\"chart-shapes\" aria-hidden=\"true\" focusable=\"false\">#{Drawings::SYMBOLS}</svg>"
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::DescribeCharts)
Liquid::Template.register_tag("chart_shapes", RealtimeBench::ChartShapesTag)
