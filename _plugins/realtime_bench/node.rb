# frozen_string_literal: true

require "json"
require "open3"

module RealtimeBench
  # Runs a script of script/ in Node.js. The reader of result files and the drawing of charts are JavaScript, which pages run as
  # well.
  module Node
    # It could not be run to its end, or what it wrote is not what was asked for.
    class Failed < StandardError; end

    FOLDER = File.expand_path("../../script", __dir__)
    OLDEST = "18.20"

    module_function

    # @param script [String] its name, e.g. "read-results.mjs"
    # @param arguments [Array<String>]
    # @return [Hash] the JSON document that it writes
    # @raise [Failed] with one line that says why
    def json(script, *arguments)
      Running.new(script, *arguments).answer
    end

    def reason(script, errors, status)
      found = `node --version`.strip.delete_prefix("v")
      return "Node.js #{found} is too old (expected #{OLDEST} or newer)" if Gem::Version.new(found) < Gem::Version.new(OLDEST)

      ending = status.signaled? ? "was ended by signal #{status.termsig}" : "ended with status #{status.exitstatus}"
      lines = errors.force_encoding(Encoding::UTF_8).scrub.lines(chomp: true).reject(&:empty?)
      "script/#{script} #{ending}: #{lines.grep(/Error/).first || lines.first || "it said nothing"}"
    end

    # A script that begins its work while it is still being told more of it.
    class Running
      # @raise [Failed]
      def initialize(script, *arguments)
        @script = script
        @input, *outputs, @ending = Open3.popen3("node", "--no-warnings", File.join(FOLDER, script), *arguments)
        @lines = Queue.new
        @writing = Thread.new { write }
        @reading = outputs.map { |stream| Thread.new { stream.read } }
      rescue Errno::ENOENT
        raise Failed, "Node.js is missing (expected version #{OLDEST} or newer: script/bootstrap sets it up)"
      end

      # @param line [String] for its standard input
      def tell(line)
        @lines << line
      end

      # @return [Hash] the JSON document that it writes once it has been told all
      # @raise [Failed] with one line that says why
      def answer
        @lines.close
        @writing.join
        output, errors = @reading.map(&:value)
        raise Failed, Node.reason(@script, errors, @ending.value) unless @ending.value.success?

        JSON.parse(output.force_encoding(Encoding::UTF_8))
      rescue JSON::ParserError
        raise Failed, "script/#{@script} wrote no whole answer (expected a JSON document)"
      end

      # Ends it: its answer isn't wanted any more.
      def abandon
        @lines.close
        Process.kill("TERM", @ending.pid)
      rescue Errno::ESRCH
        nil
      end

      private

      def write
        while (line = @lines.pop)
          @input.puts(line)
        end
        @input.close
      rescue Errno::EPIPE
        # It has ended already, and has said why.
        @input.close
      end
    end
  end
end
