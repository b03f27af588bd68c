# frozen_string_literal: true

# Keeps Jekyll's own readers away from result files: of the data folder only the registries (*.yml at its
# top) go through Jekyll, and no file in it is taken for a page. docs/decisions/own-result-reader.md says why.

require "jekyll"

module RealtimeBench
  module RegistriesOnly
    def read_data_to(dir, data)
      return super unless dir == site.in_source_dir(site.config["data_dir"]) && File.directory?(dir)

      Dir.glob("*.{yml,yaml}", base: dir).sort.each do |entry|
        data[sanitize_filename(File.basename(entry, ".*"))] = read_data_file(File.join(dir, entry))
      end
    end
  end

  module NoPagesInData
    def read_directories(dir = "")
      super unless site.in_source_dir(dir) == site.in_source_dir(site.config["data_dir"])
    end
  end
end

Jekyll::DataReader.prepend(RealtimeBench::RegistriesOnly)
Jekyll::Reader.prepend(RealtimeBench::NoPagesInData)
