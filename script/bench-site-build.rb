# frozen_string_literal: true

# Measures the build, and fails where a promise is broken: `script/bench-site build [--files N] [--rounds N]`.
#
# Files of 200 rows each are built by this site, summaries, charts and tables, and in the same run by the peer: a stock Jekyll
# that merely loads them into site.data and renders one page. Each build is a process of its own, which runs Node.js for the
# reader and the drawing; memory is the most that they hold at once, pages that they share counted once (PSS). Then five times
# the files, to see that time and memory grow with the data, and one file more in a process that has built already and goes on,
# as `make serve` does.

require "fileutils"
require "json"
require "open3"
require "optparse"
require "tmpdir"
require "yaml"

module BenchBuild
  ROOT = File.expand_path("..", __dir__)
  SITE = %w[_config.yml _includes _layouts _plugins schema assets test/fixtures/site/index.md 404.html].freeze
  REGISTRIES = File.join(ROOT, "data/*.yml")
  HEADER = %w[technology rooms users iteration messages_per_user latency_mean_ms latency_p99_ms cpu_percent memory_mib].freeze
  ROWS = 200
  TECHNOLOGIES = YAML.load_file(File.join(ROOT, "data/technologies.yml")).map { |technology| technology["id"] }.first(15)
  ROOMS = [1, 2, 3, 4].freeze
  USERS = [10, 20, 30, 40, 60].freeze
  CELLS = ROOMS.product(USERS).freeze
  ITERATIONS = ROWS / CELLS.length
  # Of 1,000 files; fewer are for trying things out.
  PROMISED = { files: 1000, time: 0.7, memory: 0.7, again: 0.55, growth: 1.25 }.freeze
  GROWTH = 5

  # What one build took.
  Taken = Struct.new(:seconds, :peak_mib, :again_s)

  # The most that a process and its children hold at once, looked at every few milliseconds until it is told.
  class PeakMemory
    INTERVAL_S = 0.1

    def initialize(pid)
      @pid = pid
      @peak_kib = 0
      @watch = Thread.new { watch }
    end

    # @return [Float]
    def mib
      @watch.kill.join
      @peak_kib / 1024.0
    end

    private

    def watch
      loop do
        @peak_kib = [@peak_kib, [@pid, *children].sum { |pid| pss_kib(pid) }].max
        sleep INTERVAL_S
      end
    end

    def children
      read("/proc/#{@pid}/task/#{@pid}/children").split
    end

    def pss_kib(pid)
      read("/proc/#{pid}/smaps_rollup")[/^Pss:\s+(\d+)/, 1].to_i
    end

    # Empty once the process has gone.
    def read(path)
      File.read(path)
    rescue SystemCallError
      ""
    end
  end

  # A folder that Jekyll builds, measured from outside.
  class Build
    # Builds, and, as `make serve` does, again after one more result file if there is one to add; tells when it had built, and
    # the second build's time.
    SCRIPT = <<~'RUBY'
      require "jekyll"
      site = Jekyll::Site.new(Jekyll.configuration("quiet" => true, "disable_disk_cache" => true, "serving" => ARGV.any?))
      site.process
      built = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      if ARGV.any?
        File.rename(*ARGV)
        site.process
        again = Process.clock_gettime(Process::CLOCK_MONOTONIC) - built
      end
      puts JSON.generate({ again_s: again, built_s: built })
    RUBY

    def initialize(folder, added = [])
      @folder = folder
      @added = added
    end

    # @return [Taken]
    def take
      FileUtils.rm_rf(File.join(@folder, "_site"))
      begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      output, status, peak_mib = run
      abort "bench-site: the build in #{@folder} failed:\n#{output}" unless status.success?
      FileUtils.mv(*@added.reverse) if @added.any?
      told = JSON.parse(output.lines.last)
      Taken.new(told["built_s"] - begun, peak_mib, told["again_s"])
    end

    private

    # @return [Array(String, Process::Status, Float)] what it printed, how it ended, and its peak memory in MiB
    def run
      environment = { "BUNDLE_GEMFILE" => File.join(ROOT, "Gemfile"), "JEKYLL_ENV" => "production" }
      command = ["bundle", "exec", "ruby", "-rjson", "-e", SCRIPT, *@added]
      Open3.popen2e(environment, *command, chdir: @folder) do |input, output, ending|
        input.close
        peak = PeakMemory.new(ending.pid)
        text = output.read
        [text, ending.value, peak.mib]
      end
    end
  end

  # The folders of both sides, with the same result files.
  class Sources
    def initialize(folder)
      @folder = folder
    end

    # This site, with the page that the tests build and the registries of the real one.
    def site(files)
      source = folder("site-#{files}")
      FileUtils.cp_r(SITE.map { |part| File.join(ROOT, part) }, source)
      # What Node.js runs stays where it finds its packages.
      File.symlink(File.join(ROOT, "script"), File.join(source, "script"))
      write(source, files)
      FileUtils.cp(Dir.glob(REGISTRIES), File.join(source, "data"))
      source
    end

    def stock(files)
      source = folder("stock-#{files}")
      File.write(File.join(source, "_config.yml"), "data_dir: data\n")
      File.write(File.join(source, "index.html"), "---\n---\n<p>{{ site.data.chat.size }}</p>\n")
      write(source, files)
      source
    end

    # A file outside a source, and where it goes.
    def one_more(source, files)
      path = File.join(@folder, "one-more.tsv")
      File.write(path, rows(files))
      [path, File.join(source, "data/chat/one-more.tsv")]
    end

    private

    def folder(name)
      File.join(@folder, name).tap { |path| FileUtils.mkdir_p(File.join(path, "data/chat")) }
    end

    def write(source, files)
      files.times { |number| File.write(File.join(source, "data/chat/#{format("%05d", number)}.tsv"), rows(number)) }
    end

    # A file of some cells of one technology, ten iterations of each; figures are spread by a fixed sequence.
    def rows(number)
      round, technology = number.divmod(TECHNOLOGIES.length)
      lines = Array.new(ROWS) do |index|
        cell, iteration = index.divmod(ITERATIONS)
        spread = (((number * ROWS) + index) * 7919) % 9973
        [TECHNOLOGIES[technology], *CELLS[cell], (round * ITERATIONS) + iteration + 1, 500,
         format("%.3f", 0.2 + (spread / 100.0)), format("%.3f", 0.6 + (spread / 30.0)),
         format("%.2f", 10 + (spread / 30.0)), format("%.2f", 50 + (spread / 200.0)),].join("\t")
      end
      [HEADER.join("\t"), *lines, ""].join("\n")
    end
  end

  module_function

  def run(files, rounds)
    Dir.mktmpdir("rtbench-bench-") do |folder|
      sources = Sources.new(folder)
      source = sources.site(files)
      builds = { site: Build.new(source), stock: Build.new(sources.stock(files)), larger: Build.new(sources.site(GROWTH * files)),
                 served: Build.new(source, sources.one_more(source, files)), }
      taken = builds.transform_values { [] }
      rounds.times { builds.each { |side, build| taken[side] << build.take } }
      report(taken.transform_values { |all| median(all) }, files)
    end
  end

  def median(all)
    Taken.new(*all.map(&:to_a).transpose.map { |values| values.compact.sort[values.length / 2] })
  end

  def report(taken, files)
    found = ratios(*taken.values_at(:site, :stock, :larger, :served))
    puts "#{files} files of #{ROWS} rows: #{words(taken[:site])}; stock Jekyll #{words(taken[:stock])}",
         "of stock Jekyll's time: #{held(found, :time)}; of its memory: #{held(found, :memory)}",
         "#{GROWTH * files} files: #{words(taken[:larger])}; of what growing with the data would take: #{held(found, :growth)}",
         "one more file, built again: #{hundredths(taken[:served].again_s)} s; of stock Jekyll's time: #{held(found, :again)}"
    files < PROMISED[:files] || found.all? { |figure, value| value <= PROMISED[figure] }
  end

  def ratios(site, stock, larger, served)
    { time: site.seconds / stock.seconds, memory: site.peak_mib / stock.peak_mib, again: served.again_s / stock.seconds,
      growth: [larger.seconds / site.seconds, larger.peak_mib / site.peak_mib].max / GROWTH, }
  end

  def held(found, figure)
    "#{hundredths(found[figure])} (promised: at most #{hundredths(PROMISED[figure])})"
  end

  def words(taken)
    "#{hundredths(taken.seconds)} s and #{taken.peak_mib.to_i} MiB"
  end

  def hundredths(number)
    format("%.2f", number)
  end
end

wanted = { files: BenchBuild::PROMISED[:files], rounds: 3 }
begin
  OptionParser.new do |options|
    wanted.each_key { |name| options.on("--#{name} N", Integer) { |number| wanted[name] = number } }
  end.parse!
  raise OptionParser::InvalidArgument, "a number below 1" if wanted.values.min < 1
rescue OptionParser::ParseError => e
  warn "bench-site: #{e.message}"
  exit 2
end
exit BenchBuild.run(wanted[:files], wanted[:rounds])
