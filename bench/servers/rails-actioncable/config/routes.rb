Rails.application.routes.draw do
  root to: ->(_env) { [200, { "Content-Type" => "text/plain" }, ["Action Cable at /cable\n"]] }
end
