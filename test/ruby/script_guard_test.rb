# frozen_string_literal: true

require_relative "site_source"
require_relative "../../_plugins/realtime_bench/script_guard"

# Every page carries its Content Security Policy, and the build stops at an inline script that it would keep from running.
class ScriptGuardTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  SCRIPT = "<script>alert(1)</script>"
  HASH = "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI="

  def html(script, policy: "script-src 'self'")
    %(<html><head><meta http-equiv="Content-Security-Policy" content="#{policy}"></head><body>#{script}</body></html>)
  end

  def test_an_inline_script_is_named_with_the_hash_that_would_let_it_run
    assert_equal ["an inline script is not in script-src (expected '#{HASH}' there, or a file of its own)"],
                 RealtimeBench::ScriptGuard.faults(html(SCRIPT))
  end

  def test_an_inline_script_with_its_hash_in_the_policy_passes
    policy = "default-src 'none'; script-src 'self' '#{HASH}'; img-src *"
    assert_empty RealtimeBench::ScriptGuard.faults(html(SCRIPT, policy: policy))
  end

  def test_data_and_files_of_the_site_pass_and_module_scripts_are_held_to_the_policy
    passing = ['<script type="application/json">{"a": 1}</script>', '<script type="module" src="/assets/build/main.js"></script>']
    passing.each { |script| assert_empty RealtimeBench::ScriptGuard.faults(html(script)), script }
    refute_empty RealtimeBench::ScriptGuard.faults(html(%(<script type="module">alert(1)</script>)))
  end

  def test_a_page_without_the_policy_is_refused
    assert_match(/has no Content-Security-Policy/, RealtimeBench::ScriptGuard.faults("<html></html>").first)
  end

  def test_the_build_stops_at_a_page_with_an_inline_script
    source do |folder|
      put(folder, "page.html", "#{PAGE}#{SCRIPT}")
      built = site(folder)
      _out, told = capture_subprocess_io { assert_raises(RealtimeBench::BuildStopped) { built.process } }
      assert_includes told, "page.html: an inline script is not in script-src"
    end
  end

  def test_every_page_of_the_site_has_the_policy
    source do |folder|
      site(folder).process
      pages = Dir.glob(File.join(folder, "_site/**/*.html"))
      refute_empty pages
      pages.each { |path| assert_match RealtimeBench::ScriptGuard::POLICY, File.read(path, encoding: "UTF-8"), path }
    end
  end
end
