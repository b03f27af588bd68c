# frozen_string_literal: true

# Liquid filters that turn a page's words into charts, tables and controls (docs/contracts.md, 3). A word that
# the data does not know stops the build, naming the page and the words that it could use.

require "jekyll"
require_relative "realtime_bench/capacity_table"
require_relative "realtime_bench/chart_spec"
require_relative "realtime_bench/chart_words"
require_relative "realtime_bench/figures_table"
require_relative "realtime_bench/inline_dataset"
require_relative "realtime_bench/inline_json"
require_relative "realtime_bench/machines"
require_relative "realtime_bench/page_dataset"
require_relative "realtime_bench/process_table"
require_relative "realtime_bench/svg/page_chart"
require_relative "realtime_bench/technology_groups"
require_relative "publish_charts"

module RealtimeBench
  module DescribeCharts
    # The include's words as a chart: "id", "spec" (JSON), "title", "label", "place", "metrics", the "statistic" of the main one,
    # what it is "drawn_by" if not by Chart.js, "empty" and "table"; unless it is empty, also "svg", what it says in "words", its
    # "files", the names of technologies "missing" and a bubble chart's "size_key".
    def describe_chart(words, page)
      explained(page) do
        chart = ChartSpec.new(words, charted_dataset(words["comparison"], page))
        {
          "id" => chart.id, "spec" => InlineJson.dump(chart.to_h), "title" => chart.title, "label" => chart.label,
          "place" => chart.place, "metrics" => chart.metrics, "empty" => chart.indexes.empty?, "table" => chart_table(chart),
          "drawn_by" => chart.drawing, "statistic" => Statistic.label(chart.metrics.first["statistics"].keys.first),
          **drawing(chart, page),
        }
      end
    end

    # Publishes the page of a chart's figures. @return [String] its URL from the site's root
    def publish_figures(document, page, id)
      PublishCharts.publish(@context.registers[:site], page, "#{id}.html", document)
    end

    # The summary table of one cell, named by the include's words: "place", "value" and "table".
    def describe_cell(words, page)
      explained(page) do
        cells = Cells.new(dataset_for(words["comparison"], page))
        fixed = cells.fixed(words)
        metrics = cells.dataset.fetch("metrics")
        { "place" => cells.place_in_words(fixed), "value" => query(fixed), "comparison" => cells.dataset.dig("comparison", "id"),
          "table" => table(FiguresTable.new(cells, metrics, every_statistic: true), cells.indexes(fixed)), }
      end
    end

    # The loads that each technology carries, as the include's words ask: "caption", "headings" and "rows".
    def describe_capacity(words, page)
      explained(page) do
        table = CapacityTable.new(Capacity.new(words, dataset_for(words["comparison"], page)))
        { "caption" => table.caption, "headings" => table.headings, "rows" => table.rows }
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

    # The machines that the files shown of a comparison are from, each "machine" (in words) with its "files".
    def list_machines(files)
      Machines.of(files)
    end

    # What a chart of one cell can choose from, a hash a dimension: "id", "label", "values" and the one "chosen".
    def list_choices(words, page)
      explained(page) do
        cells = Cells.new(dataset_for(words["comparison"], page))
        next [] if cells.empty?

        fixed = cells.fixed(words)
        cells.dimensions.map do |dimension|
          id = dimension["id"]
          { "id" => id, "label" => dimension["label"], "chosen" => fixed[id],
            "values" => cells.places.map { |place| place[id] }.uniq.sort, }
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

    # JSON for a <script type="application/json" data-dataset>.
    def inline_dataset(dataset)
      InlineDataset.dump(dataset)
    end

    private

    def explained(page)
      yield
    rescue UnknownWord => e
      raise Liquid::ArgumentError, "#{page["path"]}: #{e.message}"
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

    # The chart as the script will draw it at first.
    def drawing(chart, page)
      return {} if chart.indexes.empty?

      shown = shown_at_first(page)
      drawn = Svg::PageChart.new(chart, shown)
      { "svg" => drawn.inline, "words" => ChartWords.new(chart, shown).to_s, "missing" => drawn.missing,
        "size_key" => drawn.size_key,
        "files" => PublishCharts.add(@context.registers[:site], page, chart.id, drawn), }
    end

    # Technologies are shown and hidden in all charts of a page together.
    def shown_at_first(page)
      [page["comparison"], *page["further_comparisons"]].flat_map { |id| dataset_for(id, page)["shown"] }.uniq
    end

    # Of one metric all statistics and where its points are; of several the default ones, of every cell.
    def chart_table(chart)
      comparison = chart.cells.dataset.fetch("comparison")
      places = (comparison["dimensions"] + comparison["axes"].first(1)).map { |entry| entry["id"] }
      places -= chart.fixed.keys unless chart.bubble?
      table(FiguresTable.new(chart.cells, chart.metrics, every_statistic: !chart.bubble?, places: places), chart.indexes)
    end

    def table(figures, indexes)
      { "places" => figures.place_labels, "headings" => figures.headings, "rows" => figures.rows(indexes) }
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
      "<svg class=\"chart-shapes\" aria-hidden=\"true\" focusable=\"false\">#{Svg::Shapes.definitions}</svg>"
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::DescribeCharts)
Liquid::Template.register_tag("chart_shapes", RealtimeBench::ChartShapesTag)
