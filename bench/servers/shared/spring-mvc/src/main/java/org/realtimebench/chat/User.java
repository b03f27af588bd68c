package org.realtimebench.chat;

import org.springframework.web.socket.WebSocketSession;

/** Someone who has joined a room. Any thread may send to the session. */
record User(String name, String room, WebSocketSession session) {}
