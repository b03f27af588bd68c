// Where it starts: the server, run by a thread for each core; SIGTERM and SIGINT end it in order.

#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "shootout.hpp"

namespace {

std::string environment(char const* name, char const* otherwise) {
    auto const* value = std::getenv(name);
    return value ? value : otherwise;
}

void serve(std::string const& host, std::string const& port) {
    Shootout shootout{host, port};
    boost::asio::signal_set signals{shootout.io_service(), SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code, int) { shootout.shut_down(); });

    // Those cores that the process may run on.
    auto const threads = std::max(1u, std::thread::hardware_concurrency());
    std::cout << "listening on http://" << host << ':' << port << " with " << threads << " threads" << std::endl;
    std::vector<std::thread> others;
    for (auto count = threads; count > 1; --count) others.emplace_back([&] { shootout.run(); });
    shootout.run();
    for (auto& thread : others) thread.join();
}

}  // namespace

int main() try {
    serve(environment("HOST", "127.0.0.1"), environment("PORT", "8080"));
} catch (std::exception const& error) {
    std::cerr << "cannot serve: " << error.what() << std::endl;
    return EXIT_FAILURE;
}
