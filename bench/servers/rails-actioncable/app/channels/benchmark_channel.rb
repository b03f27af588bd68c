class BenchmarkChannel < ActionCable::Channel::Base
  def subscribed
    # What is for this client alone takes the way of broadcasts too, so that it keeps its place among them.
    @own_stream = "client:#{SecureRandom.uuid}"
    stream_from "all"
    stream_from @own_stream
  end

  def echo(data)
    ActionCable.server.broadcast @own_stream, data
  end

  def broadcast(data)
    ActionCable.server.broadcast "all", data
    ActionCable.server.broadcast @own_stream, data.merge("action" => "broadcastResult")
  end
end
