require "rails"
require "action_dispatch/railtie"
require "action_cable/engine"

module Shootout
  class Application < Rails::Application
    config.load_defaults 6.1
    config.cache_classes = true
    config.eager_load = true
    config.public_file_server.enabled = false
    config.logger = ActiveSupport::Logger.new($stdout)
    # Below it, Action Cable logs each message.
    config.log_level = :warn
    # There are no sessions whose secret would have to outlive the process.
    config.secret_key_base = SecureRandom.hex(64)
    # Several threads would deliver messages out of order.
    config.action_cable.worker_pool_size = 1
    # Clients that are no browsers come from no origin of the site's.
    config.action_cable.disable_request_forgery_protection = true
  end
end
