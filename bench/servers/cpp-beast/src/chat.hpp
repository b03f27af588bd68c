// The chat: which names are in use, and who is in which room. Shared by all threads.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

class User;

/// A frame as it goes out; every receiver's queue holds the same one.
using Frame = std::shared_ptr<std::string const>;

/// It owns no user: those live as long as something is under way on their connection, and say when they end.
class Chat {
public:
    void connect(User* user);

    /// Enters the user into the room, unless the name is in use, whatever the room.
    bool join(User* user, std::string const& room, std::string const& name);

    /// Puts the frame into the queues of all users of the room, the sender included.
    void post(std::string const& room, Frame const& frame);

    /// Frees the name of a user who joined.
    void leave(User* user, std::string const& room, std::string const& name);

    void disconnect(User* user);

    /// Asks every connection to close.
    void close_all();

    /// Whether no one is connected.
    bool is_empty();

private:
    using Users = std::unordered_set<User*>;

    /// Those who still live. To be called under the mutex; to be used without it, as the last use of a user ends it.
    static std::vector<std::shared_ptr<User>> living(Users const& users);

    std::mutex mutex_;
    Users connected_;
    std::unordered_set<std::string> names_;
    std::unordered_map<std::string, Users> rooms_;
};
