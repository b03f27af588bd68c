// The HTTP server: GET / is answered, /chat becomes a WebSocket.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "chat.hpp"

class Server {
public:
    /// Listens at the endpoint; throws `boost::system::system_error` if it cannot.
    Server(boost::asio::io_context& context, boost::asio::ip::tcp::endpoint const& endpoint, Chat& chat);

    /// Takes connections until `stop`.
    void run();

    /// Takes no more connections. From the acceptor's strand, where signals arrive too.
    void stop();

    boost::asio::ip::tcp::acceptor& acceptor() { return acceptor_; }

private:
    boost::asio::io_context& context_;
    boost::asio::ip::tcp::acceptor acceptor_;
    Chat& chat_;
};
