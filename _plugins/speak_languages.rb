# frozen_string_literal: true

# Pages in other languages than the site's own: a page that states its language (`lang: es` in its front matter) has its words
# of the interface from data/language-es.yml, and stands below /es/ at the same path as the page that it translates. The Liquid
# filters with which layouts and includes speak a page's language, and find its likes.

require "date"
require "jekyll"
require "yaml"
require_relative "realtime_bench/language"
require_relative "realtime_bench/languages"
require_relative "stop_cleanly"

module RealtimeBench
  module SpeakLanguages
    # A sentence of the interface; %1, %2 and so on stand for values.
    def t(text, *values)
      Language.current.say(text, *values)
    end

    # A number of things, "1 core" or "3 cores": {{ count | plural: "%1 core", "%1 cores" }}, with its thousands apart.
    def plural(number, one, many)
      Language.current.plural(number, one, many, [FigureFormat.count(number)])
    end

    # A date in words.
    # @param time [Time, String]
    def day(time)
      Language.current.day(Liquid::Utils.to_date(time))
    end

    # The address of a page in the language of the page that is being rendered, if it exists in that, else as it is.
    # @param path [String] from the site's root, perhaps with query and fragment
    def localized_url(path)
      site = @context.registers[:site]
      "#{site.config["baseurl"]}#{Languages.of(site).path(path)}"
    end

    # A page in the language of the page that is being rendered, if it exists in that, else itself.
    # @param page [Hash, nil] with "url"
    def localized(page)
      page && (Languages.of(@context.registers[:site]).page(page["url"]) || page)
    end

    # A page in all languages that it exists in.
    # @param page [Hash] with "url"
    # @return [Array<Hash>] each "lang", "name" and "url" from the site's root, the site's own language first; none of a page in
    #   one language
    def list_translations(page)
      Languages.of(@context.registers[:site]).translations(page["url"])
    end

    # What scripts say in the language of the page that is being rendered; nil in English, which they speak.
    def spoken(_page)
      { "id" => Language.current.id, "texts" => Language.current.texts } unless Language.current.texts.empty?
    end
  end
end

Liquid::Template.register_filter(RealtimeBench::SpeakLanguages)
Jekyll::Hooks.register(:site, :post_read) { |site| RealtimeBench::Languages.read(site) }
Jekyll::Hooks.register(%i[pages documents], :pre_render) { |page| RealtimeBench::Languages.of(page.site).begin(page) }
# An excerpt is rendered once, when it is first asked for: here, in its post's language, and not by a page in another.
Jekyll::Hooks.register(:documents, :post_render) { |document| document.data["excerpt"]&.to_s }
