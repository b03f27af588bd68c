// The server: GET / is answered; at /ws, an echo goes back to its sender, a broadcast to every client, the sender included.
#pragma once

#include <websocketpp/config/asio_no_tls.hpp>
#include <websocketpp/server.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>

/// Its handlers run in any of the threads that call `run`, those of one connection one after the other.
class Shootout {
public:
    /// Listens; throws `websocketpp::exception` if it cannot.
    Shootout(std::string const& host, std::string const& port);

    /// Serves until it is shut down. From as many threads as are to serve.
    void run() { server_.run(); }

    /// Takes no more connections and closes all that there are; who is still there after a while is cut.
    void shut_down();

    boost::asio::io_service& io_service() { return server_.get_io_service(); }

private:
    using Server = websocketpp::server<websocketpp::config::asio>;
    using Client = websocketpp::connection_hdl;

    void set_options(Client const& client);
    void answer_http(Client const& client);
    bool is_wanted(Client const& client);
    void join(Client const& client);
    void leave(Client const& client);
    void take(Client const& sender, std::string const& text);

    /// Queues a message for every client, and returns for how many.
    std::size_t broadcast(std::string const& text);

    /// Queues a message; false if the client is gone, or too far behind.
    bool deliver(Client const& client, std::string const& text);

    void close(Client const& client, websocketpp::close::status::value code, std::string const& reason);

    Server server_;
    std::mutex mutex_;
    std::set<Client, std::owner_less<Client>> clients_;
    bool shutting_down_ = false;
};
