# frozen_string_literal: true

require_relative "machines"

module RealtimeBench
  # The runs of one comparison: how links and pages name each, and which of them a page shows of each technology.
  # docs/decisions/the-run-that-is-shown.md says why.
  class Runs
    include Enumerable

    UNDATED = "undated"

    # @param runs [Array<Tally::Run>] in the order in which they were read
    def initialize(runs)
      @runs = runs.each_with_index.sort_by { |run, index| [run.started, run.statement ? 1 : 0, index] }.map(&:first).reverse
      @technologies = @runs.each_with_object({}.compare_by_identity) { |run, known| known[run] = run.technologies }
      @ids = told_apart("-%d") { |run| run.statement ? run.started.utc.strftime("%Y-%m-%d-%H%M") : UNDATED }
      @names = told_apart(" (%d)") { |run| name_of(run) }
    end

    # Newest first; of equally new ones the one read last is first, and the unnamed one is last.
    def each(&block)
      @runs.each(&block)
    end

    # @return [String] the run in a URL: `2026-11-21-0914`, the start in UTC
    def id(run)
      @ids.fetch(run)
    end

    # @return [String] the run in a chart: `21 Nov 2026`, with the time where a day has several
    def name(run)
      @names.fetch(run)
    end

    # @return [Array<String>] ids of the technologies that the run has cells of
    def technologies(run)
      @technologies.fetch(run)
    end

    # The run that a page shows of each technology: its newest on the page's machine, or else its newest.
    # @return [Hash{String => Tally::Run}]
    def shown
      @shown ||= newest_of(self).merge(newest_of(select { |run| machine_of(run) == page_machine }))
    end

    private

    # That of the newest of the runs that have most technologies; nil where no run states its machine.
    def page_machine
      @page_machine ||= begin
        stated = select { |run| machine_of(run) }
        most = stated.map { |run| technologies(run).length }.max
        machine_of(stated.find { |run| technologies(run).length == most })
      end
    end

    def machine_of(run)
      run&.statement&.fetch("machine", nil)&.slice(*Machines::IDENTITY)
    end

    def newest_of(runs)
      runs.each_with_object({}) do |run, newest|
        technologies(run).each { |technology| newest[technology] ||= run }
      end
    end

    # An imported run of a published study bears the study's name.
    def name_of(run)
      return UNDATED unless run.statement

      time = run.started.utc.strftime("%H:%M UTC") if days.fetch(day(run)) > 1
      [day(run), time, run.statement.dig("source", "study")].compact.join(", ")
    end

    # How many runs each day has.
    def days
      @days ||= @runs.select(&:statement).map { |run| day(run) }.tally
    end

    def day(run)
      run.started.utc.strftime("%-d %b %Y")
    end

    # A word for each run; of those that share one, all but the oldest get a number after it.
    def told_apart(pattern, &word_of)
      words = @runs.reverse.group_by(&word_of)
      words.each_with_object({}.compare_by_identity) do |(word, runs), named|
        runs.each.with_index(1) { |run, number| named[run] = number == 1 ? word : word + format(pattern, number) }
      end
    end
  end
end
