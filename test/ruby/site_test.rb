# frozen_string_literal: true

require_relative "site_source"

# The whole site, built by Jekyll from a copy of the repository with a page and a data folder of its own; once with its real ones.
class SiteTest < RealtimeBench::TestCase
  include RealtimeBench::SiteSource

  def test_the_page_has_ten_charts_each_with_its_table
    source do |folder|
      site(folder).process
      html = built(folder)
      assert_equal 10, html.scan('data-picture="').length
      assert_equal 10, html.scan(/<details [^>]*data-figures/).length
      assert_equal 10, figure_pages(folder).length
      assert_equal 10, html.scan(/<figure[^>]* data-chart="/).length
      assert_equal 27, inline_dataset(html)["cells"]["n"].length
    end
  end

  def test_every_chart_can_be_taken_away_and_leads_to_the_page_for_one
    source do |folder|
      site(folder).process
      html = built(folder)
      assert_equal 10, html.scan('data-export="/embed/"').length
      assert_includes built(folder, "embed/index.html"), 'data-embed="/"'
      refute_includes built(folder, "sitemap.xml"), "/embed/"
    end
  end

  def test_a_versus_b_has_two_choices_and_is_left_out_where_there_is_one_technology
    choice = "{% include versus.html %}"
    both = page(choice, "data/chat/a.tsv" => tsv(row, row(technology: "other")))
    assert_equal 2, both.scan('<select data-options="chat"').length
    refute_includes page(choice, "data/chat/a.tsv" => tsv(row)), "data-versus"
  end

  def test_a_versus_b_is_of_a_comparison_that_the_page_carries
    assert_match(/comparison of this page "chat-latency" is unknown \(expected one of chat\)/,
                 page_error('{% include versus.html comparison="chat-latency" %}'))
  end

  def test_the_real_pages_are_built_over_the_real_data
    assert_operator built(published_site.source).scan("<canvas").length, :>=, 10
    method = built(published_site.source, "method/index.html")
    shown = published_site.data["result_files"]["chat"].select { |file| file["shown"] }
    refute_empty shown
    shown.each { |file| assert_includes method, "/#{file["path"]}" }
  end

  def test_the_head_names_comparisons_in_short_marks_the_page_and_ends_with_the_data
    head = built(published_site.source, "data/index.html")[%r{<nav.*?</nav>}m]
    assert_equal ["Chat", "Low load"], head.scan(/>(Chat|Low load)</).flatten
    assert_match(%r{<a href="/data/" aria-current="page">Data</a></li>\s*</ul>}, head)
  end

  def test_no_page_has_an_inline_program_or_asks_another_host
    Dir.glob(File.join(published_site.source, "_site/**/*.html")).each do |path|
      html = File.read(path, encoding: "UTF-8")
      scripts = html.scan(/<script\b([^>]*)>/).flatten
      assert(scripts.all? { |attributes| attributes.match?(%r{src="/assets/|type="application/(ld\+)?json"}) }, path)
      loaded = html.gsub(/<a\b[^>]*>/, "").scan(%r{(?:src|href)="(?:https?:)?//[^"]*"})
      assert_empty loaded, path
    end
  end

  def test_one_more_file_puts_a_third_technology_on_all_charts
    source do |folder|
      copy = File.read(File.join(folder, "data/chat/node-ws.json"), encoding: "UTF-8").gsub("node-ws", "my-server")
      put(folder, "data/chat/any name.json", copy)
      site(folder).process
      html = built(folder)
      assert_includes html, 'data-technology="my-server"'
      assert_equal(%w[node-ws node-cluster my-server], inline_dataset(html)["technologies"].map { |one| one["id"] })
      figure_pages(folder).each { |page| assert_includes page, ">my-server<" }
    end
  end

  def test_a_watching_build_shows_a_new_file_and_forgets_a_deleted_one
    source do |folder|
      watched = site(folder)
      watched.process
      put(folder, "data/chat/new.tsv", tsv(row(technology: "newcomer", users: 60)))
      capture_io { watched.process }
      assert_includes built(folder), 'data-technology="newcomer"'
      assert_path_exists File.join(folder, "_site/data/chat/new.tsv")
      File.delete(File.join(folder, "data/chat/new.tsv"))
      watched.process
      refute_includes built(folder), "newcomer"
      refute_path_exists File.join(folder, "_site/data/chat/new.tsv")
    end
  end

  def test_a_watching_build_survives_a_broken_file
    source do |folder|
      watched = site(folder)
      put(folder, "data/chat/new.tsv", "x\n")
      _out, err = capture_io { assert_raises(RealtimeBench::BuildStopped) { watched.process } }
      assert_includes err, "data/chat/new.tsv:1: x: is not a field"
      File.delete(File.join(folder, "data/chat/new.tsv"))
      watched.process
      assert_path_exists File.join(folder, "_site/index.html")
    end
  end

  def test_a_broken_file_stops_the_build_with_one_clean_message
    source do |folder|
      put(folder, "data/chat/broken.tsv", tsv(row, row(iteration: 2, latency: "fast")))
      output, status = jekyll_build(folder)
      refute_predicate status, :success?
      assert_includes output, 'data/chat/broken.tsv:3: latency_mean_ms: "fast" is not a number (expected milliseconds, ≥ 0)'
      assert_includes output, "Not built: a fault in the data, told above"
      refute_match(/\.rb:\d+:in /, output)
      refute_includes output, "--trace"
      refute_path_exists File.join(folder, "_site")
    end
  end

  def test_a_doubt_is_told_and_the_build_goes_on
    source do |folder|
      put(folder, "data/chat/doubtful.tsv", tsv(row(technology: "node-wss")))
      output, status = jekyll_build(folder)
      assert_predicate status, :success?, output
      assert_includes output, 'Doubt: data/chat/doubtful.tsv:2: technology: "node-wss" is not a known technology ' \
                              "(did you mean node-ws?)"
      assert_path_exists File.join(folder, "_site/index.html")
    end
  end

  def test_a_broken_file_leaves_the_last_build_as_it_was
    source do |folder|
      site(folder).process
      before = Dir.glob(File.join(folder, "_site/**/*")).to_h { |path| [path, File.mtime(path)] }
      put(folder, "data/chat/broken.json", "{")
      capture_io { assert_raises(RealtimeBench::BuildStopped) { site(folder).process } }
      assert_equal before, Dir.glob(File.join(folder, "_site/**/*")).to_h { |path| [path, File.mtime(path)] }
    end
  end

  def test_result_files_are_published_byte_for_byte_under_any_name
    contents = {
      "data/chat/_x.tsv" => tsv(row).gsub("\n", "\r\n"), "data/chat/run.v1.2.tsv" => "\uFEFF#{tsv(row(iteration: 2))}",
      "data/chat/50% ü#1?.tsv" => tsv(row(iteration: 3)), "data/chat/dots...tsv" => tsv(row(iteration: 4)),
      "data/chat/site_name/{{ site }}.json" => json([json_row], run: run_statement("os" => "{{ site.title }}")),
    }
    source(contents) do |folder|
      File.delete(File.join(folder, "index.md"))
      site(folder).process
      contents.each { |path, content| assert_equal content.b, File.binread(File.join(folder, "_site", path)), path }
    end
  end

  def test_a_link_is_published_as_what_it_points_to
    Dir.mktmpdir do |outside|
      File.write(File.join(outside, "real.tsv"), tsv(row))
      source("data/chat/.gitkeep" => "") do |folder|
        File.delete(File.join(folder, "index.md"))
        File.symlink(File.join(outside, "real.tsv"), File.join(folder, "data/chat/link.tsv"))
        site(folder).process
        published = File.join(folder, "_site/data/chat/link.tsv")
        assert_equal [tsv(row), false], [File.read(published, encoding: "UTF-8"), File.symlink?(published)]
      end
    end
  end

  def test_links_to_result_files_lead_to_them
    name = "50% ü#1?.tsv"
    html = page("{% include files.html %}", "data/chat/#{name}" => tsv(row))
    assert_includes html, 'href="/data/chat/50%25%20%C3%BC%231%3F.tsv"'
  end

  def test_without_results_the_page_says_so
    source({}) do |folder|
      site(folder).process
      html = built(folder)
      assert_equal 10, html.scan("No results for this chart yet.").length
      assert_includes html, "No results are there yet."
      refute_includes html, "<canvas"
    end
  end

  def test_chart_choice_and_table_of_a_cell_open_with_the_same_where_none_is_named
    html = page('{% include cell-choice.html %}{% include chart.html kind="bubble" x="memory" y="cpu" size="latency" %}' \
                "{% include cell-summary.html %}")
    cell = html[/data-cell="([^"]*)"/, 1].scan(/(\w+)=(\d+)/).to_h
    assert_equal %w[rooms users], cell.keys
    assert_equal cell.values, html.scan(/<option value="(\d+)" selected>/).flatten
    assert_includes html, "&quot;fixed&quot;:{&quot;rooms&quot;:#{cell["rooms"]},&quot;users&quot;:#{cell["users"]}}"
  end

  def test_an_include_with_an_unknown_word_stops_the_build_naming_the_page
    assert_match(/page\.html: metric "speed" is unknown \(expected one of latency, cpu, memory, /,
                 page_error('{% include chart.html kind="line" y="speed" rooms=1 %}'))
    assert_match(/page\.html: value of rooms "3" is unknown \(expected one of 1, 2, 4\)/,
                 page_error('{% include chart.html kind="line" y="cpu" rooms=3 %}'))
    assert_match(/page\.html: comparison "talk" is unknown \(expected one of chat, chat-latency, lookup\)/,
                 page_error('{% include chart.html comparison="talk" kind="line" y="cpu" rooms=1 %}'))
  end

  def test_an_unknown_word_ends_the_command_with_one_clean_message
    source do |folder|
      put(folder, "index.md", "#{PAGE}{% include chart.html kind=\"line\" y=\"speed\" rooms=1 %}")
      output, status = jekyll_build(folder)
      refute_predicate status, :success?
      assert_match(/index\.md: metric "speed" is unknown \(expected one of latency, cpu, memory, /, output)
      refute_match(/\.rb:\d+:in /, output)
    end
  end

  def test_liquid_sees_summaries_and_registries_and_no_raw_rows
    keys = page("<p>{% for entry in site.data %}{{ entry[0] }} {% endfor %}</p>").split("<main").last
    names = %w[chat chat-latency comparison_pages comparisons data_packages lookup metrics page_datasets palette processes
               repetitions result_files result_runs technologies technology_pages with_runs]
    assert_equal names, keys[%r{<p>(.*?)</p>}m, 1].split.sort
  end
end
