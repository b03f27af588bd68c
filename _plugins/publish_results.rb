# frozen_string_literal: true

# Publishes every result file, and the servers' facts, byte for byte at its own path, whatever its name and its first line.

require "jekyll"

module RealtimeBench
  class PublishedResult < Jekyll::StaticFile
    # @return [String] from the site's root, with every character escaped that a URL gives a meaning
    def url
      @url ||= "/#{relative_path.split("/").map { |segment| ERB::Util.url_encode(segment) }.join("/")}"
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

  class PublishResults < Jekyll::Generator
    safe true
    priority :high

    def generate(site)
      [*site.data["result_files"].values.flatten(1), site.data["server_facts"]].compact.each do |file|
        directory, name = File.split(file["path"])
        site.static_files << (published = PublishedResult.new(site, site.source, directory, name))
        file["url"] = published.url
      end
    end
  end
end
