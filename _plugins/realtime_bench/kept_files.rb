# frozen_string_literal: true

module RealtimeBench
  # What result files held when they were last read, for a process that builds again and again (`jekyll serve`): it reads
  # anew only those that have changed since. A process that builds once takes None, which leaves nothing of them in memory for
  # longer than it is needed.
  class KeptFiles
    # Keeps nothing.
    module None
      module_function

      def keep_only(_paths, _basis); end

      def fetch(*_paths)
        yield
      end
    end

    def initialize
      @outcomes = {}
    end

    # Forgets all files but these, and all of them where what files are judged by is not what it was.
    # @param paths [Array<String>]
    # @param basis [Object] compared by its value
    def keep_only(paths, basis)
      @outcomes = basis == @basis ? @outcomes.slice(*paths) : {}
      @basis = basis
    end

    # What the block gave for the file when it, and what belongs to it, was as it is now, else what it gives.
    # @param path [String]
    # @param belonging [Array<String>] paths of what may be there besides
    def fetch(path, *belonging)
      marks = [path, *belonging].map { |one| mark(one) }
      kept_marks, outcome = @outcomes[path]
      return outcome if marks.first && kept_marks == marks

      yield.tap { |fresh| @outcomes[path] = [marks, fresh] }
    end

    private

    # Differs once the file has been written again; nil where there is none.
    def mark(path)
      stat = File.stat(path)
      [stat.mtime, stat.size, stat.ino]
    rescue SystemCallError
      nil
    end
  end
end
