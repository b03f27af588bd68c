# frozen_string_literal: true

# Publishes every result file, and the servers' facts, byte for byte at its own path, whatever its name and its first line.

require "jekyll"

module RealtimeBench
  class PublishedResult < Jekyll::StaticFile
    # @return [String] the path with every character escaped that a URL gives a meaning
    def url
      @url ||= RealtimeBench.url_of(relative_path)
    end

    private

    # A second name of the same file where there can be one, which is quicker than a copy. What a symbolic link points to is
    # copied, never the link.
    def copy_file(dest_path)
      return copy(dest_path) if File.symlink?(path)

      File.link(path, dest_path)
    rescue SystemCallError
      copy(dest_path)
    end

    def copy(dest_path)
      FileUtils.cp(path, dest_path)
      File.utime(self.class.mtimes[path], self.class.mtimes[path], dest_path)
    end
  end

  # Where a file of the repository is on the site, from its root.
  def self.url_of(path)
    "/#{path.split("/").map { |segment| ERB::Util.url_encode(segment) }.join("/")}"
  end

  class PublishResults < Jekyll::Generator
    safe true
    priority :high

    def generate(site)
      [*site.data["result_files"], site.data["server_facts"]].compact.each do |file|
        directory, name = File.split(file["path"])
        site.static_files << PublishedResult.new(site, site.source, directory, name)
        file["url"] = RealtimeBench.url_of(file["path"])
      end
    end
  end
end
