# frozen_string_literal: true

# Ends `jekyll build` and `jekyll serve` with status 1 and nothing but the message when the data or a page's words
# are at fault: Jekyll would follow it with pages of backtrace. A watching build goes on and tries again.

require "jekyll"

module RealtimeBench
  # The faults have been told; the build is not to go on.
  class BuildStopped < StandardError; end

  module StopCleanly
    def process_site(site)
      super
    rescue BuildStopped, Liquid::Error => e
      Jekyll.logger.error "Not built:", e.message
      [$stdout, $stderr].each(&:flush)
      # Jekyll catches every exception, SystemExit too, to print its backtrace.
      exit!(1)
    end
  end
end

Jekyll::Command.singleton_class.prepend(RealtimeBench::StopCleanly)
