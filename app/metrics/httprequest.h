#pragma once

#include <QByteArray>

#include <optional>

namespace lockstep {

// What the head of an HTTP request asks for, reduced to what a server of metrics needs.
struct HttpRequest
{
    static constexpr qsizetype mostBytes = 8'192; // of the head; real ones have a few hundred

    int status = 200; // the status to answer with: 200, or why the request is refused
    bool wantsBody = true; // false for HEAD
    QByteArray accept; // the Accept header; empty if any type will do

    // Parses what was received since the connection opened. Returns nothing as long as the head is
    // incomplete and may still become valid.
    static std::optional<HttpRequest> read(const QByteArray &received);
};

// The text of a status line, such as "405 Method Not Allowed", for each status that read() gives.
QByteArray httpStatusLine(int status);

} // namespace lockstep
