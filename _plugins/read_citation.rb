# frozen_string_literal: true

# Hands CITATION.cff to the pages as site.data.citation, so that how to cite them is said in one place.

require "jekyll"
require "yaml"

Jekyll::Hooks.register :site, :post_read do |site|
  file = site.in_source_dir("CITATION.cff")
  site.data["citation"] = YAML.safe_load_file(file) if File.exist?(file)
end
