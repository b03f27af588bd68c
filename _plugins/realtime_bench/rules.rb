# frozen_string_literal: true

require_relative "fault"
require_relative "result_file"
require_relative "words"

module RealtimeBench
  # Holds files that the schema accepts to schema/rules.json: what can't be, or hardly. A check is a method of the name that
  # the rule gives; assets/js/results/rules.js has the same ones, in the same words.
  class Rules
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
        found = send(rule.fetch("check"), rule, file)
        found.map { |keys, what| Fault.new(Place.new(file.path, keys), what, rule["level"] == "doubt") }
      end
    end

    private

    # Each of the fields is no less than the one before it that the row has.
    def ascending(rule, file)
      fields = rule["fields"].select { |field| file.column(field) }
      return [] if fields.length < 2

      columns = fields.map { |field| file.numbers(field) }
      return [] if columns.each_cons(2).all? { |low, high| plainly_in_order?(low, high) }

      descents(columns, rule).map do |row, lower, upper|
        disorder(row, fields.values_at(lower, upper), columns.values_at(lower, upper))
      end
    end

    # Where a row goes down: the row, and the indexes of the two columns.
    def descents(columns, rule)
      columns.transpose.each_with_index.flat_map do |figures, row|
        given = figures.each_index.select { |index| figures[index] }
        given.each_cons(2).filter_map { |lower, upper| [row, lower, upper] if below?(figures[upper], figures[lower], rule) }
      end
    end

    # Of most files: every row has both figures, and they need no slack.
    def plainly_in_order?(low, high)
      low.each_with_index.all? { |value, row| value && high[row] && value <= high[row] }
    end

    # By more than rounding explains.
    def below?(high, low, rule)
      low * 100 > high * (100 + rule.fetch("slack_percent", 0))
    end

    def disorder(row, (lower, upper), columns)
      low, high = columns.map { |column| Words.number(column[row]) }
      [["results", row, upper], "#{high} is below the #{lower} of #{low} (expected no less)"]
    end

    # The field is no more than so many times the sum of the others, where all are given.
    def at_most(rule, file)
      others = rule["of"].map { |name| figures(file, name) }
      values = file.numbers(rule["field"]) if others.all?
      return [] unless values

      expected = ["expected no more", *rule["hint"]].join("; ")
      values.zip(limits(rule, others)).each_with_index.filter_map do |(value, limit), row|
        next unless value && limit && value * 100 > limit

        [["results", row, rule["field"]], "#{Words.number(value)} is above #{product(rule)} (#{expected})"]
      end
    end

    # A hundred times what each row's figure is at most; nil where a part of it is not given.
    def limits(rule, columns)
      factor = rule["factor"] * (100 + rule.fetch("slack_percent", 0))
      columns.transpose.map { |parts| parts.reduce(:+) * factor if parts.all? }
    end

    # Even the file's largest figure is under the bound, and it is not zero.
    def all_below(rule, file)
      value = extremes(rule, file, &:max).values.max
      return [] if value.nil? || value.zero? || value >= rule["bound"]

      [[place_of(value, rule, file), "#{Words.number(value)} is the largest #{rule["figure"]} of the file (#{rule["hint"]})"]]
    end

    # Even the file's smallest figure is over the bound.
    def all_above(rule, file)
      value = extremes(rule, file, &:min).values.min
      return [] unless value && value > rule["bound"]

      [[place_of(value, rule, file), "#{Words.number(value)} is the smallest #{rule["figure"]} of the file (#{rule["hint"]})"]]
    end

    # Iterations of a cell are numbered on.
    def without_gap(rule, file)
      numbers = file.counts(rule["field"])
      file.stretches(["technology", *@dimensions]).group_by(&:first).flat_map do |cell, stretches|
        next [] if counted_on?(stretches.flat_map { |_cell, from, count| numbers[from, count] })

        rows = stretches.flat_map { |_cell, from, count| (from...(from + count)).to_a }
        rows.sort_by { |row| [numbers[row], row] }.each_cons(2).filter_map do |before, after|
          next if numbers[after] - numbers[before] <= 1

          [["results", after, rule["field"]],
           "#{numbers[after]} of #{in_words(cell)} follows #{numbers[before]} (expected numbers without a gap)",]
        end
      end
    end

    def counted_on?(numbers)
      numbers == [*numbers.first...(numbers.first + numbers.length)]
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

    # Dates are compared as they are written, to the day.
    def not_in_future(rule, file)
      rule["fields"].flat_map do |name|
        in_run = name.start_with?("run.")
        dates = in_run ? [of_run(file, name)] : file.column(name) || []
        dates.each_with_index.filter_map do |date, row|
          next unless date && date[0, 10] > @last_day

          [in_run ? name.split(".") : ["results", row, name], "#{Words.quote(date)} is in the future (expected today or earlier)"]
        end
      end
    end

    # The largest or smallest figure of each of the rule's fields that has one.
    def extremes(rule, file, &choice)
      rule["fields"].to_h { |field| [field, file.numbers(field)&.compact&.then(&choice)] }.compact
    end

    # Where a figure of the rule's fields is first.
    def place_of(value, rule, file)
      field = rule["fields"].find { |one| file.numbers(one)&.include?(value) }
      ["results", file.numbers(field).index(value), field]
    end

    # A row's field, or a value of the run, which counts for all rows.
    def figures(file, name)
      return file.numbers(name) unless name.start_with?("run.")

      value = of_run(file, name)
      value && Array.new(file.row_count, value.to_f)
    end

    def of_run(file, name)
      file.run&.dig(*name.split(".").drop(1))
    end

    # "1000 × (window_s + drain_s)"
    def product(rule)
      sum = rule["of"].join(" + ")
      sum = "(#{sum})" if rule["of"].length > 1
      rule["factor"] == 1 ? sum : "#{rule["factor"]} × #{sum}"
    end

    def in_words(cell)
      ["technology", *@dimensions].zip(cell).map { |field, token| "#{field} #{token}" }.join(", ")
    end
  end
end
