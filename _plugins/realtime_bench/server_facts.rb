# frozen_string_literal: true

require_relative "fault"
require_relative "schema_faults"
require_relative "strict_json"
require_relative "text_file"
require_relative "words"

module RealtimeBench
  # What servers cost before anyone connects: data/servers.json, by `rtbench servers facts`, checked against
  # schema/servers.json. The file may be absent.
  class ServerFacts
    FILE = "servers.json"

    attr_reader :faults

    # @param folder [String] the data folder
    # @param name [String] its name in messages, e.g. "data"
    # @param registry [Registry]
    def initialize(folder, name, registry)
      @path = File.join(name, FILE)
      @registry = registry
      @servers = []
      @faults = []
      full = File.join(folder, FILE)
      read(full) if File.exist?(full)
    end

    # For pages: "path", the "servers" in the registry's order, each with its "look" (the registry's entry, or its bare
    # id), and the "machines" that they were measured on. Nil where there is no file, or no server in it.
    # @return [Hash, nil]
    def to_h
      return if @servers.empty?

      { "path" => @path, "servers" => shown, "machines" => @servers.map { |facts| machine(facts) }.uniq }
    end

    private

    def read(full)
      document = StrictJson.parse(TextFile.read(full, @path), @path)
      @faults = schema_faults(document)
      return if @faults.any?

      @servers = document.fetch("servers")
      @faults = faults_of_ids
    rescue Unreadable => e
      @faults = [e.fault]
    end

    def schema_faults(document)
      SchemaFaults.describe(@registry.schemas.servers_validator.validate(document)).map do |keys, what|
        Fault.new(Place.new(@path, keys), what)
      end
    end

    def faults_of_ids
      ids = @servers.map { |facts| facts["technology"] }
      ids.each_with_index.select { |id, index| ids.index(id) < index }.map do |id, index|
        Fault.new(Place.new(@path, ["servers", index, "technology"]),
                  "#{Words.quote(id)} is there twice (expected each server once)")
      end
    end

    def shown
      looks = @registry.technologies.each_with_index.to_h { |look, index| [look["id"], [look, index]] }
      @servers.sort_by { |facts| [looks.dig(facts["technology"], 1) || looks.length, facts["technology"]] }.map do |facts|
        id = facts["technology"]
        facts.merge("look" => looks.dig(id, 0) || { "id" => id, "name" => id })
      end
    end

    def machine(facts)
      machine = facts["machine"]
      { "cpu_model" => machine["cpu_model"], "cpu_count" => machine["cpu_count"], "os" => machine["os"],
        "kernel" => machine["kernel"], "server_cpus" => facts["server_cpus"], "day" => facts["measured_at"][0, 10], }
    end
  end
end
