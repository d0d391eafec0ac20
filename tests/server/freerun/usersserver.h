#pragma once

#include "tests/support/servers/testserver.h"

#include <map>

namespace lockstep {

// A server with what somebody keeps there: keys of all types in several databases, with and without
// a deadline, functions, scripts, users, settings, and a module (harmfulmodule.cpp).
class UsersServer
{
public:
    UsersServer();

    // Found in every value there, so that a reply that shows one is recognised.
    static constexpr const char *secret = "secret-of-somebody";
    // Of database 0, one of each type and some more.
    static const QByteArrayList &names();
    // SCRIPT LOADed; writes to precious.
    [[nodiscard]] const QByteArray &scriptSha() const { return m_scriptSha; }

    // All that must not change, by what it is. Messages that were published since the last call are
    // part of it.
    std::map<QByteArray, QByteArray> snapshot();
    TestServer &server() { return m_server; }

private:
    void fill();

    TestServer m_server;
    BlockingClient m_databases; // its SELECT does not disturb the others
    QByteArray m_scriptSha;
};

// What differs between two snapshots, a line each; empty: nothing.
QByteArray differences(
    const std::map<QByteArray, QByteArray> &before, const std::map<QByteArray, QByteArray> &after);

} // namespace lockstep
