# frozen_string_literal: true

require_relative "test_helper"
require_relative "../../_plugins/realtime_bench/technology_groups"

class TechnologyGroupsTest < RealtimeBench::TestCase
  def groups(*technologies)
    RealtimeBench::TechnologyGroups.of(technologies).to_h do |group|
      [group["label"], group["choices"].to_h { |choice| [choice["label"], choice["ids"]] }]
    end
  end

  def test_technologies_are_grouped_in_every_way_that_tells_them_apart
    vertx = { "id" => "vertx", "family" => "Vert.x", "language" => "Java", "reactive" => true }
    tomcat = { "id" => "spring-tomcat", "family" => "Spring", "language" => "Java", "reactive" => false }
    old = { "id" => "original-node-ws", "family" => "Node.js", "language" => "JavaScript", "reactive" => true,
            "original" => true, }
    assert_equal({ "Family" => { "Vert.x" => ["vertx"], "Spring" => ["spring-tomcat"] },
                   "Style" => { "Reactive" => ["vertx"], "Not reactive" => ["spring-tomcat"] }, }, groups(vertx, tomcat))
    assert_equal({ "Written anew" => %w[vertx spring-tomcat], "Original servers" => ["original-node-ws"] },
                 groups(vertx, tomcat, old)["Origin"])
  end

  def test_what_the_registry_does_not_say_puts_a_technology_into_no_group
    stranger = { "id" => "mine", "family" => "mine" }
    node = { "id" => "node-ws", "family" => "Node.js", "language" => "JavaScript", "reactive" => true }
    assert_equal ["Family"], groups(stranger, node).keys
    assert_empty groups(node)
  end
end
