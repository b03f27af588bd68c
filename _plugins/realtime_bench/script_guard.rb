# frozen_string_literal: true

require "digest"

module RealtimeBench
  # Holds a page's inline scripts to its Content Security Policy, as a browser will: one runs only if the policy has its hash.
  module ScriptGuard
    SCRIPT = %r{<script\b([^>]*)>(.*?)</script\s*>}mi
    POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/
    # Types of what a browser runs or obeys; a script of any other type is data to it.
    RUN = ["", "module", "text/javascript", "application/javascript", "importmap", "speculationrules"].freeze

    module_function

    # @param html [String] a whole page
    # @return [Array<String>] what is wrong, in words
    def faults(html)
      policy = html[POLICY, 1]
      return ["has no Content-Security-Policy (expected _includes/content-security-policy.html in its head)"] unless policy

      allowed = policy[/script-src ([^;]*)/, 1].to_s
      hashes(html).reject { |hash| allowed.include?("'#{hash}'") }
                  .map { |hash| "an inline script is not in script-src (expected '#{hash}' there, or a file of its own)" }
    end

    # The hashes of the inline scripts that a browser would run.
    def hashes(html)
      html.scan(SCRIPT).reject { |attributes, _text| attributes.match?(/\bsrc\s*=/i) || !RUN.include?(type(attributes)) }
          .map { |_attributes, text| "sha256-#{Digest::SHA256.base64digest(text)}" }
    end

    def type(attributes)
      attributes[/\btype\s*=\s*["']?([^"'\s>]*)/i, 1].to_s.downcase
    end
  end
end
