defmodule Shootout.Socket do
  @moduledoc "A client's WebSocket: a process of its own, whose mailbox is the client's queue."

  @behaviour :cowboy_websocket

  @max_message_bytes 2 * 1024 * 1024

  @impl true
  def init(request, state) do
    # Clients may be silent for as long as they like.
    options = %{idle_timeout: :infinity, max_frame_size: @max_message_bytes}
    {:cowboy_websocket, request, state, options}
  end

  @impl true
  def websocket_init(state) do
    {:ok, _} = Registry.register(Shootout.Clients, :all, nil)
    {[], state}
  end

  @impl true
  def websocket_handle({:text, text}, state) do
    %{"type" => type, "payload" => payload} = :jiffy.decode(text, [:return_maps])
    respond(type, payload)
    {[], state}
  end

  def websocket_handle(_frame, state), do: {[], state}

  @impl true
  def websocket_info({:push, text}, state), do: {[{:text, text}], state}

  defp respond("echo", payload), do: push(self(), %{type: "echo", payload: payload})

  defp respond("broadcast", payload) do
    clients = Registry.lookup(Shootout.Clients, :all)
    text = encode(%{type: "broadcast", payload: payload})
    for {client, _} <- clients, do: send(client, {:push, text})
    push(self(), %{type: "broadcastResult", payload: payload, listenCount: length(clients)})
  end

  # The sender's own answers go through its mailbox too, so that they keep their place among the rest.
  defp push(client, message), do: send(client, {:push, encode(message)})

  # As one binary, which processes share instead of copying it.
  defp encode(message), do: message |> :jiffy.encode() |> IO.iodata_to_binary()
end
