# frozen_string_literal: true

require_relative "../stop_cleanly"
require_relative "language"

module RealtimeBench
  # The languages of a site, and its pages in each.
  class Languages
    FILES = "language-*.yml"

    @of_sites = {}.compare_by_identity

    # @param site [Jekyll::Site] whose pages are there
    # @raise [BuildStopped] with the file that is no such thing
    def self.read(site)
      @of_sites[site] = new(site)
    end

    # @return [Languages]
    def self.of(site)
      @of_sites[site]
    end

    # The others than the site's own, as draw-charts.mjs takes them.
    # @return [Hash] by their ids
    def to_h
      @languages.except(@own).transform_values { |language| { "id" => language.id, "texts" => language.texts } }
    end

    def initialize(site)
      @site = site
      @own = site.config["lang"] || "en"
      files = Dir[File.join(site.in_source_dir(site.config["data_dir"]), FILES)]
      @languages = files.to_h { |file| [id_of(file), read(file)] }
      @languages[@own] ||= Language.new(@own, Language::ENGLISH)
      Language.current = @languages[@own]
    end

    # A page is going to be rendered.
    # @raise [BuildStopped] where its language is none of the site's
    def begin(page)
      id = page.data["lang"] || @own
      Language.current = @languages.fetch(id) do
        raise BuildStopped, "#{page.relative_path}: lang \"#{id}\" is unknown (expected one of #{@languages.keys.join(", ")}; " \
                            "#{@site.config["data_dir"]}/language-#{id}.yml makes it known)"
      end
    end

    # @param path [String] from the site's root, perhaps with query and fragment
    # @return [String] that of the same page in the current language, if there is one
    def path(path)
      url, rest = path.split(/(?=[?#])/, 2)
      page = page(url)
      page ? "#{page["url"]}#{rest}" : path
    end

    # @param url [String] of a page
    # @return [Jekyll::Drops::Drop, Hash, nil] the same in the current language
    def page(url)
      pages[[bare(url), Language.current.id]]
    end

    # @return [Array<Hash>] as SpeakLanguages#list_translations
    def translations(url)
      found = [@own, *@languages.keys].uniq.filter_map do |id|
        page = pages[[bare(url), id]]
        { "lang" => id, "name" => @languages[id].name, "url" => page["url"] } if page
      end
      found.length > 1 ? found : []
    end

    private

    # All pages and posts by their path without a language, and their language.
    def pages
      @pages ||= (@site.pages + @site.posts.docs).to_h do |page|
        [[bare(page.url), page.data["lang"] || @own], page.to_liquid]
      end
    end

    # "/method/" of "/es/method/"
    def bare(url)
      @prefix ||= %r{\A/(?:#{@languages.keys.join("|")})(?=/)}
      url.sub(@prefix, "")
    end

    def id_of(file)
      File.basename(file, ".yml").delete_prefix("language-")
    end

    def read(file)
      name = File.join(@site.config["data_dir"], File.basename(file))
      told = YAML.safe_load_file(file)
      missing = Language::ENGLISH.keys - (told.is_a?(Hash) ? told.keys : [])
      raise BuildStopped, "#{name}: lacks #{missing.join(", ")} (expected #{Language::ENGLISH.keys.join(", ")})" if missing.any?

      Language.new(id_of(file), told)
    rescue Psych::SyntaxError => e
      raise BuildStopped, "#{name}: is not YAML: line #{e.line}, column #{e.column}: #{e.problem}"
    end
  end
end
