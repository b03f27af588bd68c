#include "user.hpp"

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include <utility>

namespace beast = boost::beast;
namespace net = boost::asio;
namespace websocket = beast::websocket;
using nlohmann::json;
using websocket::close_code;

namespace {

constexpr std::size_t max_message_bytes = 1024 * 1024;
// A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
constexpr std::size_t max_queued_bytes = 64 * 1024 * 1024;

Frame name_in_use() {
    static auto const frame = std::make_shared<std::string const>(
        json{{"type", "system"}, {"message", "User already exist"}}.dump());
    return frame;
}

/// The member's text, or nothing if there is no such member or it is no text.
std::string const* text_of(json const& frame, char const* member) {
    auto const found = frame.find(member);
    return found == frame.end() ? nullptr : found->get_ptr<std::string const*>();
}

}  // namespace

User::User(beast::tcp_stream&& stream, Chat& chat) : socket_{std::move(stream)}, chat_{chat} {
    chat_.connect(this);
}

User::~User() {
    leave();
    chat_.disconnect(this);
}

void User::run(Request request) {
    // The WebSocket has time-outs of its own: it pings peers that are idle, and so finds those that vanished.
    beast::get_lowest_layer(socket_).expires_never();
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    socket_.read_message_max(max_message_bytes);
    socket_.text(true);
    socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
        if (!error) self->read();
    });
}

void User::read() {
    socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
        self->on_read(error);
    });
}

void User::on_read(beast::error_code error) {
    if (error) return leave();
    if (closing_) return;
    if (!socket_.got_text()) return close({close_code::unknown_data, "text frames only"});
    auto text = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    take(std::move(text));
    if (!closing_) read();
}

void User::take(std::string text) {
    auto const frame = json::parse(text, nullptr, /* allow_exceptions */ false);
    if (frame.is_discarded()) return close({close_code::bad_payload, "not JSON"});
    auto const* room = text_of(frame, "chat");
    auto const* name = text_of(frame, "name");
    if (!joined_) {
        if (!room || room->empty() || !name || name->empty()) {
            return close({close_code::policy_error, "expected chat and name"});
        }
        return join(*room, *name);
    }
    if (!room || *room != room_ || !name || *name != name_ || !text_of(frame, "message")) {
        return close({close_code::policy_error, "expected own name, own chat and message"});
    }
    // As it came: checked, but not serialised anew.
    chat_.post(room_, std::make_shared<std::string const>(std::move(text)));
}

void User::join(std::string room, std::string name) {
    if (!chat_.join(this, room, name)) {
        enqueue(name_in_use());
        return close(close_code::normal);
    }
    joined_ = true;
    room_ = std::move(room);
    name_ = std::move(name);
}

void User::send(Frame frame) {
    net::post(socket_.get_executor(), [self = shared_from_this(), frame = std::move(frame)]() mutable {
        self->enqueue(std::move(frame));
    });
}

void User::enqueue(Frame frame) {
    if (closing_) return;
    if (queued_bytes_ > max_queued_bytes) {
        leave();
        return beast::get_lowest_layer(socket_).close();
    }
    queued_bytes_ += frame->size();
    queue_.push_back(std::move(frame));
    if (queue_.size() == 1) write();
}

void User::write() {
    socket_.async_write(net::buffer(*queue_.front()),
                        [self = shared_from_this()](beast::error_code error, std::size_t) {
        if (error) return self->leave();
        self->queued_bytes_ -= self->queue_.front()->size();
        self->queue_.pop_front();
        if (!self->queue_.empty()) self->write();
        else if (self->closing_) self->close(*self->closing_);
    });
}

void User::close(CloseReason reason) {
    leave();
    closing_ = reason;
    if (!queue_.empty()) {
        // What is being written has to be ended first.
        queue_.erase(queue_.begin() + 1, queue_.end());
        return;
    }
    socket_.async_close(reason, [self = shared_from_this()](beast::error_code) {});
}

void User::shut_down() {
    net::post(socket_.get_executor(), [self = shared_from_this()] {
        if (!self->closing_) self->close(close_code::going_away);
    });
}

void User::leave() {
    if (joined_) chat_.leave(this, room_, name_);
    joined_ = false;
}
