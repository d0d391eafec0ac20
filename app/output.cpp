#include "app/output.h"

#include <cstdio>

#include <unistd.h>

namespace lockstep {

void printMessage(const QString &text)
{
    const auto bytes = QStringLiteral("lockstep: %1\n").arg(text).toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
}

void printProgress(const QString &text)
{
    static bool shown = false;
    if (isatty(STDERR_FILENO) == 0 || (text.isEmpty() && !shown))
        return;
    const auto bytes = QStringLiteral("\r%1\x1b[K").arg(text).toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
    shown = !text.isEmpty();
}

bool printLine(const QByteArray &line)
{
    const auto size = static_cast<std::size_t>(line.size());
    return std::fwrite(line.constData(), 1, size, stdout) == size && std::fputc('\n', stdout) != EOF
        && std::fflush(stdout) == 0;
}

} // namespace lockstep
