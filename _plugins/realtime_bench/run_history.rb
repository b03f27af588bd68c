# frozen_string_literal: true

require_relative "figures/cells"
require_relative "figures/figure_words"
require_relative "machines"

module RealtimeBench
  # The runs of all comparisons: by date, by the machines that they ran on, and how the same cell came out on each machine.
  class RunHistory
    # @param data [Hash] site.data
    def initialize(data)
      @data = data
    end

    # @return [Array<Hash>] every run that states when it was, newest first, as the reader lists it, its comparison's "title" and
    #   "page", the "view" that shows it alone, and its "files" (as site.data.result_files has them)
    def runs
      @runs ||= @data["comparisons"].flat_map { |comparison| of_comparison(comparison) }
                                    .sort_by { |run| [run["started_at"], run["title"]] }.reverse
    end

    # @return [Array<Hash>] each "machine" that runs state, the one with the newest run first, and its "runs"
    def machines
      runs.select { |run| run["machine"] }.group_by { |run| key(run["machine"]) }
          .map { |_key, of_machine| { "machine" => of_machine.first["machine"], "runs" => of_machine } }
    end

    # The comparisons that ran on several machines: the first metric in the cell that the page opens with.
    # @return [Array<Hash>] "title", "page", "place", "metric", "unit", "machines" (their numbers in `machines`, from 1), and
    #   "rows": a technology's "name" and its "figures" (texts), one a machine
    def on_several_machines
      @data["comparisons"].filter_map do |comparison|
        id = comparison["id"]
        dataset = @data["with_runs"][id]&.fetch("dataset") || @data[id]
        table(dataset, @data[id]["opening_cell"]) if @data[id]["opening_cell"]
      end
    end

    private

    def of_comparison(comparison)
      id = comparison["id"]
      files = @data["result_files"][id].group_by { |file| file["run"] }
      @data["result_runs"][id].select { |run| run["started_at"] }.map do |run|
        of_run = files.fetch(run["id"])
        shown = of_run.flat_map { |file| file["technologies"] }.uniq
        page = @data["comparison_pages"][id]
        { **run, "title" => comparison["title"], "page" => page, "files" => of_run,
                 "view" => "#{page}?show=#{shown.join(",")}&runs=#{run["id"]}", }
      end
    end

    def key(machine)
      machine.slice(*Machines::IDENTITY)
    end

    def table(dataset, place)
      metric = dataset["metrics"].first
      words = FigureWords.new({ "metric" => metric["id"], **place }, dataset, [])
      figures = figures_by_machine(words, place)
      keys = figures.values.flat_map(&:keys).uniq
      return if keys.length < 2

      numbers = machines.map { |one| key(one["machine"]) }
      id, title = dataset["comparison"].values_at("id", "title")
      { "title" => title, "page" => @data["comparison_pages"][id], "place" => words.cells.place_in_words(place),
        "metric" => metric["label"], "unit" => metric["unit"], "machines" => keys.map { |one| numbers.index(one) + 1 },
        "rows" => rows(figures, keys), }
    end

    def rows(figures, keys)
      figures.select { |_name, of_machine| of_machine.length > 1 }.map do |name, of_machine|
        { "name" => name, "figures" => of_machine.values_at(*keys).map { |text| text || FigureFormat::MISSING } }
      end
    end

    # Of each technology its newest figure on each machine, of a run by itself; older runs follow the newest.
    # @return [Hash{String => Hash{Hash => String}}] by name and machine
    def figures_by_machine(words, place)
      cells = words.cells
      names = cells.dataset["technologies"].to_h { |technology| technology.values_at("id", "name") }
      cells.indexes(place).each_with_object({}) do |index, found|
        runs = cells.runs_of(index)
        machine = runs.first["machine"] or next
        next if runs.length > 1

        technology = cells.technology_at(index)
        of_technology = (found[names[technology["of"] || technology["id"]]] ||= {})
        of_technology[key(machine)] ||= FigureFormat.interval(words.figure(index), words.figure(index, "ci95"))
      end
    end
  end
end
