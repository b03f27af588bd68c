# frozen_string_literal: true

require "strscan"
require_relative "strict_json"

module RealtimeBench
  # Finds the lines and columns of values in a JSON text by their keys, in one walk for all that are asked for.
  # The strict reader keeps no places, since sound files need none: only a file with faults is walked.
  # assets/js/results/json-places.js is its twin; docs/decisions/own-json-places.md says why.
  class JsonPlaces
    SCALAR = /[^,\]}\s]+/
    # Everything up to the next bracket, strings as wholes.
    CONTENT = /(?:[^"{}\[\]]++|#{StrictJson::STRING})*+/

    # @param text [String] JSON that StrictJson takes
    # @param paths [Array<Array>] of each value the keys and indexes that lead to it
    # @return [Array<Array(Integer, Integer)>] of each its line and column; where there is no such value, those
    #   of the innermost one around it
    def self.find(text, paths)
      new(text, paths).find
    end

    def initialize(text, paths)
      @scanner = StringScanner.new(text)
      @paths = paths.map { |keys| keys.map(&:to_s) }
      @wanted = {}
      @paths.each { |keys| keys.reduce(@wanted) { |branch, key| branch[key] ||= {} } }
      @offsets = {}.compare_by_identity
    end

    def find
      blank
      walk(@wanted)
      offsets = @paths.map { |keys| offset(keys) }
      places = lines_and_columns(offsets.uniq.sort)
      offsets.map { |offset| places.fetch(offset) }
    end

    private

    def blank
      @scanner.skip(StrictJson::BLANK)
    end

    def walk(branch)
      @offsets[branch] = @scanner.pos
      return skip if branch.empty?

      case @scanner.peek(1)
      when "{" then walk_members(branch)
      when "[" then walk_elements(branch)
      else skip
      end
    end

    def walk_members(branch)
      each_until("}") do
        key = StrictJson.parse(@scanner.scan(StrictJson::STRING), nil)
        @scanner.skip(/[ \t\r\n]*:[ \t\r\n]*/)
        step(branch[key])
      end
    end

    def walk_elements(branch)
      index = -1
      each_until("]") { step(branch[(index += 1).to_s]) }
    end

    def each_until(bracket)
      @scanner.getch
      blank
      until @scanner.peek(1) == bracket
        yield
        @scanner.skip(/[ \t\r\n]*,?[ \t\r\n]*/)
      end
      @scanner.getch
    end

    def step(branch)
      branch ? walk(branch) : skip
    end

    def skip
      return if @scanner.skip(StrictJson::STRING)
      return @scanner.skip(SCALAR) unless @scanner.match?(/[{\[]/)

      depth = 0
      loop do
        depth += @scanner.getch.match?(/[{\[]/) ? 1 : -1
        return if depth.zero?

        @scanner.skip(CONTENT)
      end
    end

    # Of the value, or of the innermost around it that is there.
    def offset(keys)
      branches = keys.reduce([@wanted]) { |passed, key| [*passed, passed.last[key]] }
      @offsets.fetch(branches.reverse.find { |branch| @offsets.key?(branch) })
    end

    def lines_and_columns(offsets)
      line = 1
      column = 1
      from = 0
      offsets.to_h do |offset|
        between = @scanner.string.byteslice(from, offset - from)
        from = offset
        last = between.rindex("\n")
        line += between.count("\n")
        column = last ? between.length - last : column + between.length
        [offset, [line, column]]
      end
    end
  end
end
