# frozen_string_literal: true

require "etc"
require "tempfile"

module RealtimeBench
  # Reads the second half of many files in a process beside this one, which reads the first half meanwhile. What it found comes
  # through a file: through a pipe it would wait for this process, which is busy. Where it fails, this process reads on.
  class SecondReader
    # Fewer files are read before another process would be there.
    FEWEST = 100

    # @param paths [Array<String>] in the order in which they will be asked for
    # @yield [path] reads one file
    # @yieldreturn [Object] what Marshal can pass on
    def initialize(paths, fewest: FEWEST, &read)
      return if paths.length < fewest || Etc.nprocessors < 2 || !Process.respond_to?(:fork)

      @theirs = paths.drop(paths.length / 2)
      @found = Tempfile.new("second-reader")
      @found.unlink
      @found.binmode
      @pid = fork { pass_on(&read) }
    end

    # @return [Object, nil] what the second process found of the file, once it has read all of its own; nil if it has not
    def take(path)
      return unless path == @theirs&.first

      wait if @pid
      @theirs.shift
      # Our own process wrote it, into a file that has no name.
      Marshal.load(@found) unless @found.eof? # rubocop:disable Security/MarshalLoad
    end

    private

    def pass_on
      @theirs.each { |path| @found.write(Marshal.dump(yield(path))) }
      @found.flush
      exit!(true)
    ensure
      exit!(false)
    end

    # What a process that failed has left may end anywhere.
    def wait
      _pid, status = Process.wait2(@pid)
      @pid = nil
      @found.truncate(0) unless status.success?
      @found.rewind
    end
  end
end
