// Where it starts: one I/O context, run by a thread for each core; SIGTERM and SIGINT end it in order.

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "chat.hpp"
#include "server.hpp"

namespace net = boost::asio;
using net::ip::tcp;

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto closing_grace = std::chrono::seconds{2};
constexpr auto closing_poll = std::chrono::milliseconds{10};

std::string environment(char const* name, char const* otherwise) {
    auto const* value = std::getenv(name);
    return value ? value : otherwise;
}

/// Stops the context once no one is connected, or at the deadline.
void stop_when_empty(net::io_context& context, Chat& chat, net::steady_timer& timer, Clock::time_point deadline) {
    timer.expires_after(closing_poll);
    timer.async_wait([&, deadline](boost::system::error_code) {
        if (chat.is_empty() || Clock::now() > deadline) context.stop();
        else stop_when_empty(context, chat, timer, deadline);
    });
}

void serve(tcp::endpoint const& endpoint) {
    // Those cores that the process may run on.
    auto const threads = std::max(1u, std::thread::hardware_concurrency());
    // First, so that it outlives the users, who live in the context's handlers.
    Chat chat;
    net::io_context context{static_cast<int>(threads)};
    Server server{context, endpoint, chat};
    server.run();
    std::cout << "listening on http://" << endpoint << " with " << threads << " threads" << std::endl;

    net::steady_timer timer{server.acceptor().get_executor()};
    net::signal_set signals{server.acceptor().get_executor(), SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code, int) {
        server.stop();
        chat.close_all();
        stop_when_empty(context, chat, timer, Clock::now() + closing_grace);
    });

    std::vector<std::thread> others;
    for (auto count = threads; count > 1; --count) others.emplace_back([&] { context.run(); });
    context.run();
    for (auto& thread : others) thread.join();
}

}  // namespace

int main() try {
    auto const host = environment("HOST", "127.0.0.1");
    auto const port = std::stoul(environment("PORT", "8080"));
    serve({net::ip::make_address(host), static_cast<unsigned short>(port)});
} catch (std::exception const& error) {
    std::cerr << "cannot serve: " << error.what() << std::endl;
    return EXIT_FAILURE;
}
