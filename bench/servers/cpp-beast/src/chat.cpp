#include "chat.hpp"

#include "user.hpp"

void Chat::connect(User* user) {
    std::lock_guard lock{mutex_};
    connected_.insert(user);
}

bool Chat::join(User* user, std::string const& room, std::string const& name) {
    std::lock_guard lock{mutex_};
    if (!names_.insert(name).second) return false;
    rooms_[room].insert(user);
    return true;
}

void Chat::post(std::string const& room, Frame const& frame) {
    std::vector<std::shared_ptr<User>> receivers;
    {
        std::lock_guard lock{mutex_};
        auto const users = rooms_.find(room);
        if (users != rooms_.end()) receivers = living(users->second);
    }
    for (auto const& user : receivers) user->send(frame);
}

void Chat::leave(User* user, std::string const& room, std::string const& name) {
    std::lock_guard lock{mutex_};
    auto const users = rooms_.find(room);
    users->second.erase(user);
    if (users->second.empty()) rooms_.erase(users);
    names_.erase(name);
}

void Chat::disconnect(User* user) {
    std::lock_guard lock{mutex_};
    connected_.erase(user);
}

void Chat::close_all() {
    std::vector<std::shared_ptr<User>> users;
    {
        std::lock_guard lock{mutex_};
        users = living(connected_);
    }
    for (auto const& user : users) user->shut_down();
}

bool Chat::is_empty() {
    std::lock_guard lock{mutex_};
    return connected_.empty();
}

std::vector<std::shared_ptr<User>> Chat::living(Users const& users) {
    std::vector<std::shared_ptr<User>> found;
    found.reserve(users.size());
    for (auto* user : users) {
        if (auto living = user->weak_from_this().lock()) found.push_back(std::move(living));
    }
    return found;
}
