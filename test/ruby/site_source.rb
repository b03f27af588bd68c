# frozen_string_literal: true

require "open3"
require_relative "test_helper"
require "jekyll"

module RealtimeBench
  # The site's source with a data folder of its own, and what Jekyll builds of it.
  module SiteSource
    include TestSupport

    PARTS = %w[_config.yml _includes _layouts test/fixtures/site/index.md 404.html changes.md embed.html machines.md runs.xml
               schema assets Gemfile].freeze
    # What a real build reads besides, in place of the fixtures' page.
    PUBLISHED = %w[index.md method.md technologies.md glossary.md CITATION.cff _posts data].freeze
    # Files of a data folder: the site's own comparisons, and invented searches for what servers carry, which one of these has.
    COMPARISONS = { "data/comparisons.yml" => File.read(File.join(ROOT, "data/comparisons.yml"), encoding: "UTF-8") }.freeze
    SEARCHES = {
      "data/chat-capacity/searches.json" => File.read(File.join(FIXTURES, "chat-capacity/searches.json"), encoding: "UTF-8"),
    }.freeze
    # A first page with one chart, which any row draws.
    FIRST = "---\nlayout: page\ncomparison: chat\n---\n{% include chart.html kind=\"line\" y=\"latency\" rooms=1 %}\n"
    PAGE = "---\ncomparison: chat\npermalink: /page.html\n---\n"

    # A copy of the site's source, with the fixtures' page, and the fixtures' results unless others are given.
    def source(files = nil)
      Dir.mktmpdir do |folder|
        FileUtils.cp_r(PARTS.map { |part| File.join(ROOT, part) }, folder)
        FileUtils.mkdir_p(File.join(folder, "data/chat"))
        FileUtils.cp(Dir.glob(File.join(FIXTURES, "results/*.yml")), "#{folder}/data")
        FileUtils.cp(Dir.glob(File.join(FIXTURES, "results/chat/*")), "#{folder}/data/chat") unless files
        files&.each { |path, content| put(folder, path, content) }
        yield folder
      end
    end

    class << self
      attr_accessor :published
    end

    # The site of the real pages and the real data, built once for all tests, which read it and change nothing.
    # @return [Jekyll::Site] with its own copy of the source
    def published_site
      SiteSource.published ||= begin
        folder = Dir.mktmpdir
        Minitest.after_run { FileUtils.rm_r(folder) }
        FileUtils.cp_r([*PARTS, *PUBLISHED].map { |part| File.join(ROOT, part) }, folder)
        site(folder).tap(&:process)
      end
    end

    def put(folder, path, content)
      FileUtils.mkdir_p(File.dirname(File.join(folder, path)))
      File.binwrite(File.join(folder, path), content)
    end

    def site(folder)
      Jekyll.logger.log_level = :error
      Jekyll::Site.new(Jekyll.configuration("source" => folder, "destination" => File.join(folder, "_site"), "quiet" => true,
                                            "plugins_dir" => File.join(ROOT, "_plugins"), "disable_disk_cache" => true))
    end

    def built(folder, name = "index.html")
      File.read(File.join(folder, "_site", name), encoding: "UTF-8")
    end

    # The pages that the charts of the first page have for their figures.
    def figure_pages(folder)
      Dir.glob("charts/*.html", base: File.join(folder, "_site")).map { |name| built(folder, name) }
    end

    # Builds a page of this text, perhaps with further front matter, instead of the site's.
    def page(text, files = nil, front_matter = "")
      source(files) do |folder|
        put(folder, "page.html", PAGE.sub(/---\n\z/, "#{front_matter}---\n") + text)
        File.delete(File.join(folder, "index.md"))
        site(folder).process
        return built(folder, "page.html")
      end
    end

    # What a page of this text is told; Jekyll logs it as well, which is kept out of the test's output.
    def page_error(text, files = nil)
      Jekyll.logger.log_level = :error
      _out, _err = capture_subprocess_io { @error = assert_raises(Liquid::Error) { page(text, files) } }
      @error.message
    end

    # Runs the command that users run, in the locale that a fresh system has.
    def jekyll_build(folder, path: ENV.fetch("PATH"))
      FileUtils.cp_r(File.join(ROOT, "_plugins"), folder)
      File.symlink(File.join(ROOT, "script"), File.join(folder, "script"))
      Bundler.with_unbundled_env do
        environment = { "BUNDLE_GEMFILE" => File.join(ROOT, "Gemfile"), "LANG" => "C", "LC_ALL" => "C", "PATH" => path }
        output, status = Open3.capture2e(environment, "bundle", "exec", "jekyll", "build", "--source", folder,
                                         "--destination", File.join(folder, "_site"), "--disable-disk-cache", chdir: folder)
        [output.force_encoding(Encoding::UTF_8), status]
      end
    end

    def inline_dataset(html)
      JSON.parse(html[%r{<script type="application/json" data-dataset="chat">(.*?)</script>}m, 1])
    end
  end
end
