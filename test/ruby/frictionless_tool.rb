# frozen_string_literal: true

require "fileutils"
require "open3"

module RealtimeBench
  # The reference implementation of Frictionless data packages, pinned, in a virtual environment of the tests' own.
  class FrictionlessTool
    ROOT = File.expand_path("../..", __dir__)
    REQUIREMENTS = File.join(ROOT, "test/frictionless/requirements.txt")
    ENVIRONMENT = File.join(ROOT, ".cache/frictionless")
    INSTALLED = File.join(ENVIRONMENT, "installed")

    # Why there is no tool; nil where there is one.
    attr_reader :reason

    def initialize
      @reason = install unless installed?
    end

    # Judges a data package.
    # @param path [String] of its datapackage.json
    # @return [Array(Boolean, String)] whether it is valid, and the report
    def validate(path)
      report, status = Open3.capture2e(File.join(ENVIRONMENT, "bin/frictionless"), "validate", path)
      [status.success?, report]
    end

    private

    def installed?
      File.exist?(INSTALLED) && File.read(INSTALLED) == File.read(REQUIREMENTS)
    end

    def install
      FileUtils.rm_rf(ENVIRONMENT)
      problem = run("python3", "-m", "venv", ENVIRONMENT)
      problem ||= run(File.join(ENVIRONMENT, "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS)
      return problem if problem

      FileUtils.cp(REQUIREMENTS, INSTALLED)
      nil
    end

    # @return [String, nil] what went wrong
    def run(*command)
      output, status = Open3.capture2e(*command)
      "#{command.take(3).join(" ")} failed: #{output.lines.last&.strip}" unless status.success?
    rescue SystemCallError => e
      "#{command.first} can't be run: #{e.message}"
    end
  end
end
