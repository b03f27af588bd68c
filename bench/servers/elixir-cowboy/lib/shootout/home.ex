defmodule Shootout.Home do
  @moduledoc "Answers with a line of text."

  @behaviour :cowboy_handler

  @impl true
  def init(request, state) do
    headers = %{"content-type" => "text/plain"}
    {:ok, :cowboy_req.reply(200, headers, "WebSocket at /ws\n", request), state}
  end
end
