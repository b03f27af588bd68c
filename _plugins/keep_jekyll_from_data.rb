# frozen_string_literal: true

# Keeps Jekyll's own readers away from the data folder: what it holds is read by script/read-results.mjs (read_results.rb), and
# no file in it is taken for a page. docs/decisions/one-reader.md says why.

require "jekyll"

module RealtimeBench
  module NoData
    def read_data_to(dir, data)
      super unless dir == site.in_source_dir(site.config["data_dir"])
    end
  end

  module NoPagesInData
    def read_directories(dir = "")
      super unless site.in_source_dir(dir) == site.in_source_dir(site.config["data_dir"])
    end
  end
end

Jekyll::DataReader.prepend(RealtimeBench::NoData)
Jekyll::Reader.prepend(RealtimeBench::NoPagesInData)
