# frozen_string_literal: true

require "etc"

module RealtimeBench
  # Works something out in a process beside this one, on a core of its own.
  class SecondProcess
    # Whether there is anything to be had from one here.
    def self.possible?
      Process.respond_to?(:fork) && Etc.nprocessors > 1
    end

    # @yieldreturn [Object] what Marshal can pass on
    def initialize(&work)
      @reading, writing = IO.pipe(binmode: true)
      @pid = fork { pass_on(writing, &work) }
      writing.close
    end

    # Waits for it.
    # @return [Object, nil] what the work gave; nil if it failed
    def value
      passed_on = @reading.read
      _pid, status = Process.wait2(@pid)
      # From our own process, through a pipe that nobody else has.
      Marshal.load(passed_on) if status.success? # rubocop:disable Security/MarshalLoad
    ensure
      @reading.close
    end

    private

    # Leaves at once: what the other process does at its end is not for this one.
    def pass_on(writing)
      Marshal.dump(yield, writing)
      writing.close
      exit!(true)
    ensure
      exit!(false)
    end
  end
end
