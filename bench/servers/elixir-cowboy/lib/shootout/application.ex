defmodule Shootout.Application do
  @moduledoc "Starts the registry of clients and the listener, and ends both in order on SIGTERM."

  use Application

  # In milliseconds; then connections that can't be ended are cut.
  @closing_grace 2_000

  @impl true
  def start(_type, _args) do
    {:ok, supervisor} =
      Supervisor.start_link([{Registry, keys: :duplicate, name: Shootout.Clients}],
        strategy: :one_for_one
      )

    {:ok, _} =
      :cowboy.start_clear(
        __MODULE__,
        %{socket_opts: address(), shutdown: @closing_grace},
        %{env: %{dispatch: routes()}}
      )

    {:ok, supervisor}
  end

  @impl true
  def prep_stop(state) do
    :ok = :cowboy.stop_listener(__MODULE__)
    state
  end

  # The VM would else wait until the last client has read what it was sent, or for 30 s.
  @impl true
  def stop(_state), do: :erlang.halt(0, flush: false)

  defp address do
    {:ok, ip} =
      System.get_env("HOST", "127.0.0.1") |> String.to_charlist() |> :inet.parse_address()

    [ip: ip, port: System.get_env("PORT", "8080") |> String.to_integer()]
  end

  defp routes do
    :cowboy_router.compile(_: [{"/", Shootout.Home, []}, {"/ws", Shootout.Socket, []}])
  end
end
