package org.realtimebench.relay;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.reactive.socket.adapter.ReactorNettyWebSocketSession;
import reactor.netty.http.server.HttpServer;

/** The TCP connections of the pages, which Spring's sessions don't give out. */
@Component
class Connections implements NettyServerCustomizer {

  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  @Override
  public HttpServer apply(HttpServer server) {
    return server.doOnConnection(connection -> open.add(connection.channel()));
  }

  /** At once: a close frame would wait behind all that is queued. */
  void cut(WebSocketSession session) {
    Channel channel = open.find(((ReactorNettyWebSocketSession) session).getChannelId());
    // It may have closed by itself.
    if (channel != null) {
      channel.close();
    }
  }
}
