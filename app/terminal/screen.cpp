// Draws the live tables. New lines are written over the old ones, and only the rest of the screen
// is cleared, because clearing all of it first flickers. The last line has no line feed, which
// would scroll a full screen.

#include "app/terminal/screen.h"

#include "core/redis/values/terminaltext.h"

#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

namespace lockstep {

std::optional<QSize> terminalSize()
{
    winsize size{};
    if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return std::nullopt;
    if (size.ws_col == 0 || size.ws_row == 0) // a terminal that does not know its size
        return QSize(80, 24);
    return QSize(size.ws_col, size.ws_row);
}

bool drawScreen(const QStringList &lines)
{
    constexpr auto toTheTop = "\x1b[H";
    constexpr auto clearTheLine = "\x1b[K";
    constexpr auto clearBelow = "\x1b[J";
    QByteArrayList shown;
    for (const QString &line : lines)
        shown << terminalText(line.toUtf8()) + clearTheLine;
    const QByteArray bytes = toTheTop + shown.join('\n') + clearBelow;
    const auto size = static_cast<std::size_t>(bytes.size());
    return std::fwrite(bytes.constData(), 1, size, stdout) == size && std::fflush(stdout) == 0;
}

} // namespace lockstep
