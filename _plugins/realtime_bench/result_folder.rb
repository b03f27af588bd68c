# frozen_string_literal: true

require_relative "fault"
require_relative "json_reader"
require_relative "kept_files"
require_relative "run_file"
require_relative "server_facts"
require_relative "text_file"
require_relative "tsv_reader"

module RealtimeBench
  # Finds the result files below a data folder and reads each into the comparison that it belongs to.
  # Nothing is passed over in silence: a file that is no result file and not expected is a fault.
  class ResultFolder
    READERS = { ".tsv" => TsvReader, ".json" => JsonReader }.freeze
    # Files of editors and of writers that have not finished yet; dot files are not even listed.
    IGNORED = /(?:~|\.partial|\A#.*#)\z/

    # @param folder [String] the data folder
    # @param name [String] its name in messages and links, e.g. "data"
    # @param registry [Registry]
    # @param kept [KeptFiles, KeptFiles::None]
    # @yield [comparison, file] what the schema accepts
    # @yieldreturn [Array<Fault>] faults and doubts of it
    def initialize(folder, name, registry, kept = KeptFiles::None, &judge)
      @folder = folder
      @name = name
      @registry = registry
      @kept = kept
      @judge = judge
      @envelope = registry.schemas.envelope_validator
      @run_file = RunFile.new(registry.schemas.run_file_validator)
    end

    # Below the folder, in order.
    def paths
      @paths ||= Dir.glob("**/*", base: @folder).sort.reject { |path| passed_over?(path) }
    end

    # Whether what is read is kept for the next time.
    def keeps?
      @kept != KeptFiles::None
    end

    # Reads result files.
    # @param paths [Array<String>] all of them; some only where nothing is kept
    # @yield [comparison, file] each one that has passed
    # @yieldparam comparison [Hash] as in the registry
    # @yieldparam file [ResultFile]
    # @return [Array<Fault>] the faults of the others, and the doubts of all
    def read(paths)
      @kept.keep_only(paths.map { |path| full(path) }, @registry.basis)
      paths.flat_map do |path|
        comparison, file, faults = @kept.fetch(full(path), full(RunFile.beside(path))) { read_file(path) }
        yield comparison, file if file
        faults
      end
    end

    # The text of a result file that has been read before.
    # @param shown [String] its path as in messages
    def text(shown)
      TextFile.read(full(shown.delete_prefix("#{@name}/")), shown)
    end

    private

    def full(path)
      File.join(@folder, path)
    end

    def passed_over?(path)
      name = File.basename(path)
      return true if name.match?(IGNORED) || name == "README.md" || path == ServerFacts::FILE
      return true if RunFile.matches?(path) && File.file?(full(RunFile.table_of(path)))
      return true if File.directory?(full(path)) && !File.symlink?(full(path))

      !path.include?("/") && [".yml", ".yaml"].include?(File.extname(path))
    end

    # @return [Array(Hash or nil, ResultFile or nil, Array<Fault>)]
    def read_file(path)
      shown = File.join(@name, path)
      reader = READERS[File.extname(path)]
      return [nil, nil, [refusal(path, shown)]] unless reader && File.file?(full(path)) && !RunFile.matches?(path)

      text = TextFile.read(full(path), shown)
      comparison = comparison_of(path, shown, reader, text)
      file, faults = read_text(reader, text, shown, comparison)
      [comparison, file, file ? faults + @judge.call(comparison, file) : faults]
    rescue Unreadable => e
      [nil, nil, [e.fault]]
    end

    def read_text(reader, text, shown, comparison)
      schema = @registry.row_schema(comparison)
      return reader.read(text, shown, schema, @envelope) if reader == JsonReader

      file, faults = reader.read(schema.column_names.translate(text), shown, schema)
      beside = RunFile.beside(shown)
      place = full(beside.delete_prefix("#{@name}/"))
      return [file, faults] unless File.file?(place)

      run, run_faults = @run_file.read(place, beside)
      faults += run_faults
      [faults.empty? ? file.with_run(run) : nil, faults]
    end

    def refusal(path, shown)
      extension = File.extname(path)
      what =
        if RunFile.matches?(path)
          "has no #{File.basename(RunFile.table_of(path))} beside it (expected the TSV whose run it is)"
        elsif File.directory?(full(path)) then "is a link to a folder (expected result files or a real folder)"
        elsif READERS.key?(extension) then "is a link to nothing (expected a result file)"
        elsif READERS.key?(extension.downcase) then "ends in #{extension} (expected #{extension.downcase}, in lower case)"
        else "is not a result file (expected #{@registry.schemas.rules["hints"].fetch(extension.downcase, ".tsv or .json")})"
        end
      Fault.new(shown, what)
    end

    # By the folder; for a file directly in the data folder, by the dimensions that its rows carry. Of comparisons that
    # have the same, it is the one that comparisons.yml names first.
    def comparison_of(path, shown, reader, text)
      folder = path.include?("/") ? path[%r{\A[^/]+}] : nil
      return comparison_of_fields(reader.fields(text, shown), shown) unless folder

      @registry.comparison(folder) or
        raise Unreadable.new(shown, "#{folder} is not a comparison (expected one of #{ids.join(", ")}, as in comparisons.yml)")
    end

    def comparison_of_fields(fields, shown)
      fitting = @registry.comparisons.select { |comparison| fits?(comparison, fields) }
      most = fitting.map { |comparison| dimensions(comparison).length }.max
      best = fitting.select { |comparison| dimensions(comparison).length == most }
      return best.first if best.map { |comparison| dimensions(comparison).sort }.uniq.one?

      raise Unreadable.new(shown, "has the dimensions of #{owners(best)} (expected those of one: #{wanted})")
    end

    def owners(comparisons)
      comparisons.empty? ? "no comparison" : comparisons.map { |comparison| comparison["id"] }.join(" and ")
    end

    def wanted
      @registry.comparisons.map { |comparison| "#{dimensions(comparison).join(" and ")} for #{comparison["id"]}" }.join("; ")
    end

    # Whether all dimensions are there, under whichever of their names.
    def fits?(comparison, fields)
      (dimensions(comparison) - @registry.row_schema(comparison).column_names.fields(fields)).empty?
    end

    def dimensions(comparison)
      comparison["dimensions"].map { |dimension| dimension["id"] }
    end

    def ids
      @registry.comparisons.map { |comparison| comparison["id"] }
    end
  end
end
