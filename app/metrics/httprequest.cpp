#include "app/metrics/httprequest.h"

#include <QByteArrayList>

#include <algorithm>

namespace lockstep {

namespace {

HttpRequest refused(int status, bool wantsBody = true)
{
    return {status, wantsBody, {}};
}

bool isMethod(const QByteArray &word)
{
    return !word.isEmpty()
        && std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// The values of all fields with that name joined by commas (RFC 9110 5.3); nothing if there are
// none.
std::optional<QByteArray> fieldNamed(const QByteArrayList &lines, const QByteArray &name)
{
    QByteArrayList values;
    for (const QByteArray &line : lines) {
        const auto colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).toLower() == name)
            values << line.mid(colon + 1).trimmed();
    }
    return values.isEmpty() ? std::nullopt : std::optional(values.join(", "));
}

// The position of the empty line that ends the head, or -1 if it has not come yet. A line may end
// in LF alone (RFC 9112 2.2).
qsizetype endOfHead(const QByteArray &received)
{
    for (auto line = received.indexOf('\n'); line >= 0; line = received.indexOf('\n', line + 1)) {
        const QByteArrayView next = QByteArrayView(received).sliced(line + 1);
        if (next.startsWith('\n') || next.startsWith("\r\n"))
            return line + 1;
    }
    return -1;
}

HttpRequest requestOf(const QByteArrayList &lines)
{
    const QByteArrayList words = lines.first().split(' ');
    if (words.size() != 3 || !isMethod(words[0]) || !words[2].startsWith("HTTP/"))
        return refused(400);
    const bool isHead = words[0] == "HEAD";
    if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0")
        return refused(505);
    // A request without Host, or with several, is refused (RFC 9112 3.2).
    const auto host = fieldNamed(lines.mid(1), "host");
    if (words[2] == "HTTP/1.1" && (!host || host->contains(',')))
        return refused(400, !isHead);
    if (words[1].split('?').first() != "/metrics")
        return refused(404, !isHead);
    if (words[0] != "GET" && !isHead)
        return refused(405);
    return {200, !isHead, fieldNamed(lines.mid(1), "accept").value_or(QByteArray())};
}

} // namespace

std::optional<HttpRequest> HttpRequest::read(const QByteArray &received)
{
    // A client of another protocol may never send the end of a head, so its first byte is checked.
    if (!received.isEmpty() && (received[0] < 'A' || received[0] > 'Z'))
        return refused(400);
    const auto end = endOfHead(received);
    if (end > mostBytes || (end < 0 && received.size() > mostBytes))
        return refused(431);
    if (end >= 0) {
        QByteArrayList lines = received.left(end - 1).split('\n');
        for (QByteArray &line : lines) {
            if (line.endsWith('\r'))
                line.chop(1);
        }
        return requestOf(lines);
    }
    const auto firstLine = received.indexOf('\n');
    if (firstLine >= 0 && !received.left(firstLine).contains(" HTTP/"))
        return refused(400);
    return std::nullopt;
}

QByteArray httpStatusLine(int status)
{
    switch (status) {
    case 200:
        return "200 OK";
    case 404:
        return "404 Not Found";
    case 405:
        return "405 Method Not Allowed";
    case 431:
        return "431 Request Header Fields Too Large";
    case 505:
        return "505 HTTP Version Not Supported";
    default:
        return "400 Bad Request";
    }
}

} // namespace lockstep
