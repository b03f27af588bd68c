# frozen_string_literal: true

require_relative "../language"
require_relative "unknown_word"

module RealtimeBench
  # Finds the dataset that a page's words are about: that of the comparison they name, else that of the page's own.
  module PageDataset
    module_function

    # @param data [Hash] site.data
    # @param word [String, nil] a comparison's id
    # @param page [Hash] its front matter
    # @return [Hash] contract 2
    # @raise [UnknownWord]
    def find(data, word, page)
      ids = data["comparisons"].map { |comparison| comparison["id"] }
      id = word || page["comparison"]
      raise UnknownWord.new("comparison", id, ids) unless ids.include?(id)

      Language.current.labelled(data.fetch(id))
    end

    # As `find`, by the words of a sentence or a table. Where one of them names a technology of a run by itself, as
    # node-ws@2026-11-22-1346, the dataset has those besides.
    # @param words [Hash]
    # @return [Array] the dataset, and its repetitions as EveryRun takes them
    def named(data, words, page)
      dataset = find(data, words["comparison"], page)
      id = dataset.dig("comparison", "id")
      more = data["with_runs"][id] if words.each_value.any? { |word| word.to_s.include?("@") }
      more ? [Language.current.labelled(more["dataset"]), more["repetitions"]] : [dataset, data["repetitions"].fetch(id)]
    end

    # @param dataset [Hash] contract 2
    # @param page [Hash] its front matter
    # @return [Array<String>] ids of the technologies that the page opens with
    # @raise [UnknownWord]
    def shown(dataset, page)
      return dataset["shown"] unless page["shown"] && page["comparison"] == dataset.dig("comparison", "id")

      ids = dataset["technologies"].map { |technology| technology["id"] }
      unknown = (page["shown"] - ids).first
      raise UnknownWord.new("technology shown", unknown, ids) if unknown

      page["shown"]
    end
  end
end
