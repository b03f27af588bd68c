#include "shootout.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace http = websocketpp::http;
namespace status = websocketpp::close::status;
using nlohmann::json;
using websocketpp::lib::error_code;

namespace {

constexpr std::size_t max_message_bytes = 2 * 1024 * 1024;
// A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
constexpr std::size_t max_buffered_bytes = 64 * 1024 * 1024;
// `json::dump` calls itself for each level: without a limit, one message could overflow the stack.
constexpr int max_depth = 1000;
constexpr long closing_grace_ms = 2000;

/// Throws what is a `std::exception` if it is no JSON, or too deep.
json parse(std::string const& text) {
    return json::parse(text, [](int depth, json::parse_event_t, json&) {
        if (depth > max_depth) throw std::length_error{"nested too deeply"};
        return true;
    });
}

}  // namespace

Shootout::Shootout(std::string const& host, std::string const& port) {
    // By default, it logs every connection.
    server_.clear_access_channels(websocketpp::log::alevel::all);
    server_.clear_error_channels(websocketpp::log::elevel::all);
    server_.set_max_message_size(max_message_bytes);
    server_.set_tcp_pre_init_handler([this](Client client) { set_options(client); });
    server_.set_http_handler([this](Client client) { answer_http(client); });
    server_.set_validate_handler([this](Client client) { return is_wanted(client); });
    server_.set_open_handler([this](Client client) { join(client); });
    server_.set_close_handler([this](Client client) { leave(client); });
    server_.set_message_handler(
        [this](Client client, Server::message_ptr message) { take(client, message->get_payload()); });

    server_.init_asio();
    server_.set_reuse_addr(true);
    server_.listen(host, port);
    server_.start_accept();
}

void Shootout::shut_down() {
    std::lock_guard lock{mutex_};
    shutting_down_ = true;
    server_.stop_listening();
    if (clients_.empty()) return server_.stop();
    for (auto const& client : clients_) close(client, status::going_away, "server is shutting down");
    server_.set_timer(closing_grace_ms, [this](error_code const&) { server_.stop(); });
}

/// Small messages go out at once; peers that vanished are found. Without either, a connection still works.
void Shootout::set_options(Client const& client) {
    boost::system::error_code ignored;
    auto& socket = server_.get_con_from_hdl(client)->get_raw_socket();
    socket.set_option(boost::asio::ip::tcp::no_delay{true}, ignored);
    socket.set_option(boost::asio::socket_base::keep_alive{true}, ignored);
}

void Shootout::answer_http(Client const& client) {
    auto const connection = server_.get_con_from_hdl(client);
    auto const is_root = connection->get_resource() == "/";
    connection->set_status(is_root ? http::status_code::ok : http::status_code::not_found);
    connection->set_body("Echo and broadcast over WebSocket at /ws\n");
}

bool Shootout::is_wanted(Client const& client) {
    auto const connection = server_.get_con_from_hdl(client);
    if (connection->get_resource() == "/ws") return true;
    connection->set_status(http::status_code::not_found);
    return false;
}

void Shootout::join(Client const& client) {
    std::lock_guard lock{mutex_};
    clients_.insert(client);
}

void Shootout::leave(Client const& client) {
    std::lock_guard lock{mutex_};
    clients_.erase(client);
    if (shutting_down_ && clients_.empty()) server_.stop();
}

void Shootout::take(Client const& sender, std::string const& text) try {
    auto message = parse(text);
    auto const type = message.at("type");
    json answer{{"type", type}, {"payload", std::move(message.at("payload"))}};
    if (type == "broadcast") {
        auto const listen_count = broadcast(answer.dump());
        answer["type"] = "broadcastResult";
        answer["listenCount"] = listen_count;
    } else if (type != "echo") {
        return close(sender, status::policy_violation, "expected type echo or broadcast");
    }
    deliver(sender, answer.dump());
} catch (std::exception const&) {
    close(sender, status::invalid_payload, "expected JSON with type and payload");
}

std::size_t Shootout::broadcast(std::string const& text) {
    std::lock_guard lock{mutex_};
    return std::count_if(clients_.begin(), clients_.end(),
                         [&](Client const& client) { return deliver(client, text); });
}

bool Shootout::deliver(Client const& client, std::string const& text) {
    error_code gone;
    auto const connection = server_.get_con_from_hdl(client, gone);
    if (gone) return false;
    if (connection->get_buffered_amount() > max_buffered_bytes) {
        close(client, status::policy_violation, "too far behind");
        return false;
    }
    return !connection->send(text);
}

void Shootout::close(Client const& client, status::value code, std::string const& reason) {
    error_code gone;
    server_.close(client, code, reason, gone);
}
