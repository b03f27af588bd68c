defmodule Shootout.MixProject do
  use Mix.Project

  def project do
    [
      app: :shootout,
      version: "1.0.0",
      elixir: "~> 1.14",
      releases: [shootout: [include_erts: false]]
    ]
  end

  # Cowboy and Jiffy are found on ERL_LIBS, where they would else be named under deps.
  def application do
    [mod: {Shootout.Application, []}, extra_applications: [:cowboy, :jiffy]]
  end
end
