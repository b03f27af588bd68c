#include "server.hpp"

#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <memory>
#include <utility>

#include "user.hpp"

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
using net::ip::tcp;

namespace {

constexpr auto request_timeout = std::chrono::seconds{30};

/// A connection before it is a WebSocket.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(tcp::socket&& socket, Chat& chat) : stream_{std::move(socket)}, chat_{chat} {}

    void read() {
        stream_.expires_after(request_timeout);
        request_ = {};
        http::async_read(stream_, buffer_, request_,
                         [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error) self->take();
        });
    }

private:
    void take() {
        if (request_.target() == "/chat" && beast::websocket::is_upgrade(request_)) {
            return std::make_shared<User>(std::move(stream_), chat_)->run(std::move(request_));
        }
        if (request_.target() == "/") return answer(http::status::ok, "Chat over WebSocket at /chat\n");
        answer(http::status::not_found, "expected / or a WebSocket at /chat\n");
    }

    void answer(http::status status, char const* text) {
        response_ = {status, request_.version()};
        response_.set(http::field::content_type, "text/plain");
        response_.keep_alive(request_.keep_alive());
        response_.body() = text;
        response_.prepare_payload();
        http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error && self->response_.keep_alive()) self->read();
        });
    }

    beast::tcp_stream stream_;
    Chat& chat_;
    beast::flat_buffer buffer_;
    User::Request request_;
    http::response<http::string_body> response_;
};

}  // namespace

Server::Server(net::io_context& context, tcp::endpoint const& endpoint, Chat& chat)
    : context_{context}, acceptor_{net::make_strand(context), endpoint}, chat_{chat} {}

void Server::run() {
    acceptor_.async_accept(net::make_strand(context_), [this](beast::error_code error, tcp::socket socket) {
        if (!acceptor_.is_open()) return;
        if (!error) {
            // Chat messages are small, and not to be held back for more.
            socket.set_option(tcp::no_delay{true}, error);
            std::make_shared<Connection>(std::move(socket), chat_)->read();
        }
        run();
    });
}

void Server::stop() { acceptor_.close(); }
