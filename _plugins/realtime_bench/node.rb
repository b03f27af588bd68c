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
    # @param input [Hash, nil] what it gets as JSON on its standard input
    # @return [Hash] the JSON document that it writes
    # @raise [Failed] with one line that says why
    def json(script, *arguments, input: nil)
      output, errors, status = Open3.capture3("node", "--no-warnings", File.join(FOLDER, script), *arguments,
                                              stdin_data: input ? JSON.generate(input) : "")
      raise Failed, reason(script, errors, status) unless status.success?

      JSON.parse(output.force_encoding(Encoding::UTF_8))
    rescue Errno::ENOENT
      raise Failed, "Node.js is missing (expected version #{OLDEST} or newer: script/bootstrap sets it up)"
    rescue JSON::ParserError
      raise Failed, "script/#{script} wrote no whole answer (expected a JSON document)"
    end

    def reason(script, errors, status)
      found = `node --version`.strip.delete_prefix("v")
      return "Node.js #{found} is too old (expected #{OLDEST} or newer)" if Gem::Version.new(found) < Gem::Version.new(OLDEST)

      ending = status.signaled? ? "was ended by signal #{status.termsig}" : "ended with status #{status.exitstatus}"
      lines = errors.force_encoding(Encoding::UTF_8).scrub.lines(chomp: true).reject(&:empty?)
      "script/#{script} #{ending}: #{lines.grep(/Error/).first || lines.first || "it said nothing"}"
    end
  end
end
