# frozen_string_literal: true

# Gives the site the address at which a deployment publishes it: SITE_URL, such as https://example.org, and SITE_BASEURL, the
# path below that, such as /realtime-bench. What isn't set stays as _config.yml has it; what is no such address stops the build.

require "jekyll"
require_relative "stop_cleanly"

module RealtimeBench
  module SiteAddress
    FORMS = {
      "url" => [%r{\A(https?://[^/?#\s]+)?\z}, "a site's address", "https://example.org"],
      "baseurl" => [%r{\A(/[^/?#\s]+)*\z}, "a path", "/realtime-bench"],
    }.freeze

    module_function

    # @param environment [#[]] by name, as ENV
    # @return [Hash{String => String}] "url" and "baseurl", as far as they are given
    def in(environment)
      FORMS.each_with_object({}) do |(name, (form, kind, example)), given|
        variable = "SITE_#{name.upcase}"
        value = environment[variable] or next
        raise BuildStopped, "#{variable}: \"#{value}\" is not #{kind} (expected one like #{example})" unless form.match?(value)

        given[name] = value
      end
    end
  end
end

Jekyll::Hooks.register :site, :after_reset do |site|
  site.config.merge!(RealtimeBench::SiteAddress.in(ENV))
  site.baseurl = site.config["baseurl"]
end
