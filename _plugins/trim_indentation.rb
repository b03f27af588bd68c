# frozen_string_literal: true

# Leaves out of pages the indentation that their layouts and includes have for those who edit them: readers would load it.

require "jekyll"

Jekyll::Hooks.register %i[pages documents], :post_render do |page|
  # A line of code keeps its own.
  page.output.gsub!(/\n\s+/, "\n") if page.output_ext == ".html" && !page.output.include?("<pre")
end
