# frozen_string_literal: true

# Stops the build at a page without the Content Security Policy, and at an inline script that the page's policy would keep
# from running, with the hash that would let it run.

require "jekyll"
require_relative "realtime_bench/script_guard"
require_relative "stop_cleanly"

Jekyll::Hooks.register %i[pages documents], :post_render do |page|
  next unless page.output_ext == ".html" && page.output.include?("<html")

  faults = RealtimeBench::ScriptGuard.faults(page.output)
  faults.each { |fault| Jekyll.logger.error "Fault:", "#{page.relative_path}: #{fault}" }
  raise RealtimeBench::BuildStopped, "a script against the page's policy, told above" if faults.any?
end
