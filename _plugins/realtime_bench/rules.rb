# frozen_string_literal: true

require_relative "fault"
require_relative "result_file"
require_relative "words"

module RealtimeBench
  # Holds files that the schema accepts to schema/rules.json: what can't be, or hardly. A check is a method of the
  # rule's name; assets/js/results/rules.js has the same ones, in the same words.
  class Rules
    CHECKS = %w[ascending at_most all_below all_above without_gap known_technology not_in_future].freeze
    DAY_S = 86_400

    # @param rules [Array<Hash>] as in schema/rules.json
    # @param dimensions [Array<String>] fields that make a cell, besides the technology
    # @param technologies [Array<String>] the known ids
    # @param now [Time]
    def initialize(rules, dimensions, technologies, now: Time.now)
      @rules = rules
      @dimensions = dimensions
      @technologies = technologies
      # Somewhere it is tomorrow already.
      @last_day = (now + DAY_S).utc.strftime("%Y-%m-%d")
    end

    # @param file [ResultFile]
    # @return [Array<Fault>] those of rules whose level is `doubt` are doubtful
    def judge(file)
      @rules.flat_map do |rule|
        send(rule.fetch("check"), rule, file).map { |keys, what| Fault.new(Place.new(file.path, keys), what, rule["level"] == "doubt") }
      end
    end

    private

    # Each of the fields is no less than the one before it that the row has.
    def ascending(rule, file)
      fields = rule["fields"].select { |field| file.column(field) }
      return [] if fields.length < 2

      factor = 100.0 + rule.fetch("slack_percent", 0)
      columns = fields.map { |field| file.numbers(field) }
      (0...file.row_count).flat_map do |row|
        present = columns.each_index.select { |at| columns[at][row] }
        present.each_cons(2).filter_map do |lower, upper|
          low = columns[lower][row]
          high = columns[upper][row]
          next unless low * 100 > high * factor

          [["results", row, fields[upper]],
           "#{Words.number(high)} is below the #{fields[lower]} of #{Words.number(low)} (expected no less)",]
        end
      end
    end

    # The field is no more than so many times the sum of the others, where all are given.
    def at_most(rule, file)
      values = file.numbers(rule["field"]) or return []
      others = rule["of"].map { |name| numbers(file, name) or return [] }
      factor = rule["factor"] * (100.0 + rule.fetch("slack_percent", 0))
      values.each_with_index.filter_map do |value, row|
        parts = others.map { |column| column[row] }
        next if value.nil? || parts.any?(&:nil?) || value * 100 <= parts.reduce(:+) * factor

        [["results", row, rule["field"]], "#{Words.number(value)} is above #{product(rule)} (#{["expected no more", *rule["hint"]].join("; ")})"]
      end
    end

    # Even the file's largest figure is under the bound, and it is not zero.
    def all_below(rule, file)
      field, row, value = extreme(rule, file) { |numbers| numbers.max }
      return [] unless field && value.positive? && value < rule["bound"]

      [[["results", row, field], "#{Words.number(value)} is the largest #{rule["figure"]} of the file (#{rule["hint"]})"]]
    end

    # Even the file's smallest figure is over the bound.
    def all_above(rule, file)
      field, row, value = extreme(rule, file) { |numbers| numbers.min }
      return [] unless field && value > rule["bound"]

      [[["results", row, field], "#{Words.number(value)} is the smallest #{rule["figure"]} of the file (#{rule["hint"]})"]]
    end

    # Iterations of a cell are numbered on.
    def without_gap(rule, file)
      rows_by_cell(file).flat_map do |cell, rows|
        numbers = file.counts(rule["field"])
        sorted = rows.sort_by { |row| numbers[row] }
        sorted.each_cons(2).filter_map do |before, after|
          next if numbers[after] - numbers[before] <= 1

          [["results", after, rule["field"]],
           "#{numbers[after]} of #{in_words(cell)} follows #{numbers[before]} (expected numbers without a gap)",]
        end
      end
    end

    # One letter off a known technology is more likely that one than a new one.
    def known_technology(rule, file)
      ids = file.column(rule["field"])
      (ids.uniq - @technologies).filter_map do |id|
        near = Words.nearest(id, @technologies, 1)
        next if near.empty?

        [["results", ids.index(id), rule["field"]],
         "#{Words.quote(id)} is not a known technology (did you mean #{Words.alternatives(near)}?)",]
      end
    end

    def not_in_future(rule, file)
      rule["fields"].flat_map do |name|
        dates(file, name).filter_map do |keys, date|
          next unless date && date[0, 10] > @last_day

          [keys, "#{Words.quote(date)} is in the future (expected today or earlier)"]
        end
      end
    end

    # The largest or smallest figure of all the rule's fields: its field, row and value.
    def extreme(rule, file, &choice)
      columns = rule["fields"].filter_map { |field| [field, file.numbers(field)] if file.column(field) }
      chosen = columns.filter_map { |_field, values| choice.call(values.compact) }
      value = choice.call(chosen) or return
      field, values = columns.find { |_field, column| column.include?(value) }
      [field, values.index(value), value]
    end

    # A row's field, or a value of the run, which counts for all rows.
    def numbers(file, name)
      return file.numbers(name) unless name.start_with?("run.")

      value = of_run(file, name)
      value && Array.new(file.row_count, value.to_f)
    end

    def of_run(file, name)
      file.run&.dig(*name.split(".").drop(1))
    end

    def dates(file, name)
      return [[name.split("."), of_run(file, name)]] if name.start_with?("run.")

      (file.column(name) || []).each_with_index.map { |date, row| [["results", row, name], date] }
    end

    # "1000 × (window_s + drain_s)"
    def product(rule)
      sum = rule["of"].join(" + ")
      sum = "(#{sum})" if rule["of"].length > 1
      rule["factor"] == 1 ? sum : "#{rule["factor"]} × #{sum}"
    end

    def rows_by_cell(file)
      cells = Hash.new { |known, cell| known[cell] = [] }
      file.each_stretch(["technology", *@dimensions]) { |cell, from, count| cells[cell].concat((from...(from + count)).to_a) }
      cells
    end

    def in_words(cell)
      ["technology", *@dimensions].zip(cell).map { |field, token| "#{field} #{token}" }.join(", ")
    end
  end
end
