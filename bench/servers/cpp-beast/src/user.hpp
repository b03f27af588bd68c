// A user's WebSocket: its frames are read one after the other, what it is sent waits in a queue.
#pragma once

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "chat.hpp"

/// All of its handlers run in the stream's strand.
class User : public std::enable_shared_from_this<User> {
public:
    using Request = boost::beast::http::request<boost::beast::http::empty_body>;

    User(boost::beast::tcp_stream&& stream, Chat& chat);
    ~User();

    /// Answers the upgrade and takes frames until the connection ends.
    void run(Request request);

    /// Puts a frame into the queue. From any thread.
    void send(Frame frame);

    /// Closes since the server ends. From any thread.
    void shut_down();

private:
    using CloseReason = boost::beast::websocket::close_reason;

    void read();
    void on_read(boost::beast::error_code error);
    void take(std::string text);
    void join(std::string room, std::string name);
    void enqueue(Frame frame);
    void write();
    void close(CloseReason reason);
    void leave();

    boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
    Chat& chat_;
    boost::beast::flat_buffer buffer_;
    bool joined_ = false;
    std::string room_;
    std::string name_;
    std::deque<Frame> queue_;
    std::size_t queued_bytes_ = 0;
    /// Set once the connection is to be closed, which happens when nothing is being written.
    std::optional<CloseReason> closing_;
};
