#pragma once

#include <QByteArray>

#include <optional>

namespace lockstep {

// What the head of an HTTP request asks for, as far as a server of metrics alone cares.
struct HttpRequest
{
    static constexpr qsizetype mostBytes = 8'192; // of the head; real ones have some hundred

    int status = 200; // with which it is answered: 200, or why it is refused
    bool wantsBody = true; // false: HEAD
    QByteArray accept; // the types of content that are accepted; empty: any

    // received: from the first byte of the connection on. Nothing: the head is not complete, and
    // may still be one.
    static std::optional<HttpRequest> read(const QByteArray &received);
};

// "405 Method Not Allowed", of those that read() may give.
QByteArray httpStatusLine(int status);

} // namespace lockstep
