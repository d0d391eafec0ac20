#include "app/terminal/credentials.h"

#include "app/terminal/signalpipe.h"
#include "core/redis/values/terminaltext.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr qint64 longestPasswordLine = 64 * 1024; // bytes; a file that has more is no password

// Reads a line of standard input, without its end. Returns nothing at the end of input or if a
// signal comes first.
std::optional<QByteArray> readLine(int signals)
{
    std::array<pollfd, 2> awaited{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{signals, POLLIN, 0}};
    while (poll(awaited.data(), awaited.size(), -1) < 0) {
        if (errno != EINTR)
            return std::nullopt;
    }
    if (awaited[1].revents != 0)
        return std::nullopt;
    std::array<char, 4096> buffer; // a line of a terminal is never longer
    const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0 || buffer[size_t(count) - 1] != '\n')
        return std::nullopt;
    return QByteArray(buffer.data(), count - 1);
}

} // namespace

QByteArray passwordFromEnvironment()
{
    const auto password = qgetenv("REDISCLI_AUTH");
    qunsetenv("REDISCLI_AUTH");
    return password;
}

Result<QByteArray> passwordFromFile(const QString &file)
{
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly))
        return failure(
            ErrorCode::FileUnreadable, file + QStringLiteral(": ") + input.errorString());
    auto line = input.readLine(longestPasswordLine + 2); // Qt 6.4 reads one byte less
    if (line.size() > longestPasswordLine)
        return failure(ErrorCode::FileUnreadable,
            file
                + QStringLiteral(": its first line has more than %1 bytes, so it is no password")
                      .arg(longestPasswordLine));
    while (line.endsWith('\n') || line.endsWith('\r'))
        line.chop(1);
    return line;
}

std::optional<QByteArray> askPassword(const QString &where)
{
    termios before{};
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return std::nullopt;
    const auto prompt =
        QCoreApplication::translate("lockstep::Arguments", "Password for %1: ").arg(where);
    std::fputs(terminalText(prompt.toUtf8()).constData(), stderr);

    termios silent = before;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    std::optional<QByteArray> password;
    std::optional<int> signal;
    {
        SignalPipe signals; // also Ctrl-C, which the terminal turns into SIGINT
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
        password = readLine(signals.descriptor());
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        signal = signals.take();
    }
    std::fputs("\n", stderr);
    if (signal)
        std::raise(*signal);
    return password;
}

void hidePasswords(int argc, char *argv[])
{
    constexpr std::string_view ofSentinels = "sentinel-password=";
    for (int i = 1; i < argc; ++i) {
        const std::string_view word(argv[i]);
        if (const auto given = word.find(ofSentinels); given != std::string_view::npos) {
            const auto begin = given + ofSentinels.size();
            std::memset(argv[i] + begin, '*', std::min(word.find('&', begin), word.size()) - begin);
        }
        const auto scheme = word.find("://");
        const auto at = word.rfind('@');
        if (scheme == std::string_view::npos || at == std::string_view::npos || at < scheme)
            continue;
        // scheme://user:password@host
        const auto colon = word.find(':', scheme + std::strlen("://"));
        if (colon < at)
            std::memset(argv[i] + colon + 1, '*', at - colon - 1);
    }
}

} // namespace lockstep
