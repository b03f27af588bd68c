require_relative "config/application"

Rails.application.initialize!
run Rails.application
