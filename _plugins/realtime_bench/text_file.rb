# frozen_string_literal: true

require_relative "fault"

module RealtimeBench
  # Reads a text file as strict UTF-8. A byte order mark is accepted and dropped.
  module TextFile
    UTF8_MARK = "\xEF\xBB\xBF".b.freeze
    UTF16_MARKS = ["\xFF\xFE".b, "\xFE\xFF".b].freeze

    module_function

    # @param path [String] the file
    # @param name [String] its name in messages
    # @return [String] valid UTF-8, not empty
    # @raise [Unreadable] if it is empty, cannot be read, or is not UTF-8
    def read(path, name = path)
      bytes = File.binread(path)
      raise Unreadable.new(name, "is UTF-16 (expected UTF-8)") if bytes.start_with?(*UTF16_MARKS)

      bytes = bytes.byteslice(UTF8_MARK.bytesize..) if bytes.start_with?(UTF8_MARK)
      text = bytes.force_encoding(Encoding::UTF_8)
      refuse_invalid_bytes(text, name) unless text.valid_encoding?
      raise Unreadable.new(name, "is empty (expected a result file with at least one row)") unless text.match?(/[^ \t\r\n\f\v]/)

      text
    rescue SystemCallError => e
      raise Unreadable.new(name, "cannot be read: #{e.message.sub(/ @.*/, "")}")
    end

    def refuse_invalid_bytes(text, name)
      line = text.each_line.with_index(1).find { |content, _number| !content.valid_encoding? }
      content, number = line
      bad = content.each_char.with_index(1).find { |char, _column| !char.valid_encoding? }
      hex = format("0x%02X", bad[0].bytes.first)
      raise Unreadable.new("#{name}:#{number}:#{bad[1]}", "the byte #{hex} is not UTF-8 (expected a UTF-8 file)")
    end
  end
end
