# frozen_string_literal: true

require "digest"
require_relative "site_source"

# Data packages on the site.
class DataPackageTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  def test_the_packages_are_published_apart_from_the_result_files_whatever_their_names
    own = { "data/chat/dataset.json" => json([json_row]), "data/chat/datapackage.json" => json([json_row(iteration: 2)]) }
    source(own) do |folder|
      File.delete(File.join(folder, "index.md"))
      site(folder).process
      own.each { |path, content| assert_equal content, built(folder, path), path }
      described = JSON.parse(built(folder, "datasets/chat/datapackage.json"))["resources"]
      published = described.to_h { |resource| resource.values_at("path", "hash") }
      assert_path_exists File.join(folder, "_site/datasets/chat", described.last["jsonSchema"])
      assert_equal %w[dataset.csv dataset.json], published.keys
      published.each do |name, hash|
        assert_equal hash, "sha256:#{Digest::SHA256.file(File.join(folder, "_site/datasets/chat", name)).hexdigest}"
      end
    end
  end
end
