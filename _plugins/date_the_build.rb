# frozen_string_literal: true

# Gives a build the time of the commit that it is of, or the one that SOURCE_DATE_EPOCH says (reproducible-builds.org): the feed
# states it, and two builds of one commit are to be the same to the last byte. Outside of a checkout it is the time of the build.

require "jekyll"
require "open3"

module RealtimeBench
  module BuildDate
    module_function

    # @param folder [String] the site's source
    # @return [Time, nil] nil where nothing tells
    def of(folder)
      seconds = ENV["SOURCE_DATE_EPOCH"] || commit_seconds(folder)
      Time.at(Integer(seconds, 10)).utc if seconds&.match?(/\A\d+\s*\z/)
    end

    def commit_seconds(folder)
      output, status = Open3.capture2e("git", "log", "-1", "--format=%ct", chdir: folder)
      output if status.success?
    rescue Errno::ENOENT # no git
      nil
    end
  end
end

Jekyll::Hooks.register :site, :after_reset do |site|
  site.time = RealtimeBench::BuildDate.of(site.source) || site.time
end
