# frozen_string_literal: true

require "strscan"
require_relative "fault"
require_relative "words"

module RealtimeBench
  # A JSON reader that takes RFC 8259 at its word: no comments, no trailing commas, no NaN, no key twice.
  # A fault names line and column. The elements of one top-level array can go to a sink, row by row.
  class StrictJson
    MAX_DEPTH = 64
    BLANK = /[ \t\r\n]*/
    STRING = %r{"((?:[^"\\\u0000-\u001f]++|\\(?:["\\/bfnrt]|u\h{4}))*+)"}
    NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?(?![\w.+-])/
    WORD = /(?:true|false|null)(?!\w)/
    TOKEN = /[^\s,\[\]{}":]+|./m
    WORDS = { "true" => true, "false" => false, "null" => nil }.freeze
    ESCAPES = { "b" => "\b", "f" => "\f", "n" => "\n", "r" => "\r", "t" => "\t" }.freeze

    # @param text [String] valid UTF-8
    # @param name [String] the file's name in messages
    # @param sink_key [String, nil] the top-level key whose array elements go to `sink`
    # @param sink [#scan, #<<, nil] `scan(scanner)` may consume the next element and return true;
    #   an element that it leaves is parsed and given to `<<`
    # @return [Object] the document, where the sink's array holds nothing
    # @raise [Unreadable] at the first fault
    def self.parse(text, name, sink_key: nil, sink: nil)
      new(text, name, sink_key, sink).document
    end

    def initialize(text, name, sink_key, sink)
      @scanner = StringScanner.new(text)
      @name = name
      @sink_key = sink_key
      @sink = sink
      @depth = 0
    end

    def document
      @scanner.skip(BLANK)
      result = value
      @scanner.skip(BLANK)
      fail_here("#{found} after the end of the document", "the end of the file") unless @scanner.eos?
      result
    end

    private

    def value
      case @scanner.peek(1)
      when "{" then nested { object }
      when "[" then nested { array }
      when '"' then string
      else scalar
      end
    end

    def nested
      @depth += 1
      fail_here("brackets nested more than #{MAX_DEPTH} deep", "a result file") if @depth > MAX_DEPTH
      result = yield
      @depth -= 1
      result
    end

    def object
      @scanner.getch
      members = {}
      return members if closed?("}")

      loop do
        key = object_key(members)
        members[key] = sink?(key) ? sunk_array : value
        return members unless comma_before?("}")
      end
    end

    def object_key(members)
      start = @scanner.pos
      fail_here("#{found} where a key should be", "a key in double quotes") unless @scanner.peek(1) == '"'
      key = string
      fail_at(start, "the key #{Words.quote(key)} a second time", "each key once in an object") if members.key?(key)
      @scanner.skip(BLANK)
      fail_here("#{found} after the key #{Words.quote(key)}", "a colon") unless @scanner.skip(/:/)
      @scanner.skip(BLANK)
      key
    end

    def array
      @scanner.getch
      elements = []
      return elements if closed?("]")

      loop do
        elements << value
        return elements unless comma_before?("]")
      end
    end

    def sink?(key)
      @sink && @depth == 1 && key == @sink_key && @scanner.peek(1) == "["
    end

    def sunk_array
      nested do
        @scanner.getch
        unless closed?("]")
          loop do
            @sink << value unless @sink.scan(@scanner)
            break unless comma_before?("]")
          end
        end
        []
      end
    end

    def closed?(bracket)
      @scanner.skip(BLANK)
      @scanner.peek(1) == bracket && @scanner.getch
    end

    # Steps over the comma before the next element; false at the closing bracket.
    def comma_before?(bracket)
      @scanner.skip(BLANK)
      comma = @scanner.pos
      if @scanner.skip(/,/)
        @scanner.skip(BLANK)
        fail_at(comma, "a trailing comma before #{bracket}", "no comma after the last element") if @scanner.peek(1) == bracket
        return true
      end
      fail_here("#{found} after an element", "a comma or #{bracket}") unless closed?(bracket)
      false
    end

    def scalar
      if @scanner.skip(WORD) then WORDS.fetch(@scanner.matched)
      elsif @scanner.skip(NUMBER) then number
      else fail_here("#{found} where a value should be", "a value as JSON writes it")
      end
    end

    def number
      text = @scanner.matched
      result = text.to_f
      return @scanner[1] || @scanner[2] ? result : text.to_i if result.finite?

      fail_at(@scanner.pos - text.bytesize, "#{Words.cut(text)} is too large a number", "a number below 1.8e308")
    end

    def string
      return fail_string unless @scanner.skip(STRING)

      raw = @scanner[1]
      raw.include?("\\") ? unescape(raw) : raw
    end

    def unescape(raw)
      end_of_string = @scanner.pos
      raw.gsub(/\\(?:u([dD][89abAB]\h\h)\\u([dD][c-fC-F]\h\h)|u(\h{4})|(.))/) do
        high, low, code, char = Regexp.last_match.captures
        next ESCAPES.fetch(char, char) if char
        next [0x10000 + ((high.hex - 0xD800) << 10) + (low.hex - 0xDC00)].pack("U") if high

        fail_at(end_of_string - 1, "half a surrogate pair, \\u#{code}", "whole characters") if (0xD800..0xDFFF).cover?(code.hex)
        [code.hex].pack("U")
      end
    end

    def fail_string
      start = @scanner.pos
      @scanner.getch
      @scanner.skip(%r{(?:[^"\\\u0000-\u001f]++|\\(?:["\\/bfnrt]|u\h{4}))*+})
      case @scanner.peek(1)
      when "" then fail_at(start, "a string that does not end", "a closing double quote")
      when "\\" then fail_here("#{Words.printable(@scanner.check(/\\.?/m))} in a string", "an escape that JSON knows")
      else fail_here("a line break or control character in a string", "\\n, \\t or \\u00XX in its place")
      end
    end

    def found
      return "the end of the file" if @scanner.eos?
      return "a string" if @scanner.peek(1) == '"'
      return "a comment" if @scanner.check(%r{/[/*]})

      Words.quote(@scanner.check(TOKEN)).gsub(/\A"|"\z/, "`")
    end

    def fail_here(found, expected)
      fail_at(@scanner.pos, found, expected)
    end

    def fail_at(position, found, expected)
      before = @scanner.string.byteslice(0, position)
      line = before.count("\n") + 1
      column = before.length - (before.rindex("\n") || -1)
      raise Unreadable.new("#{@name}:#{line}:#{column}", "#{found} (expected #{expected})")
    end
  end
end
