#include "app/output.h"

#include <QCoreApplication>

#include <cerrno>
#include <chrono>
#include <cstdio>

#include <unistd.h>

namespace lockstep {

namespace {

class OutputWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::Output)
};

// Whoever reads a log wants to know that it goes on, not every step. What is over soon says
// nothing.
void printNowAndThen(const QString &text)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto every = std::chrono::seconds(5);
    static Clock::time_point next = Clock::now() + every;
    if (text.isEmpty() || Clock::now() < next)
        return;
    next = Clock::now() + every;
    printMessage(text);
}

} // namespace

void printMessage(const QString &text)
{
    const auto bytes = QStringLiteral("lockstep: %1\n").arg(text).toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
}

void printProgress(const QString &text)
{
    static bool shown = false;
    if (isatty(STDERR_FILENO) == 0)
        return printNowAndThen(text);
    if (text.isEmpty() && !shown)
        return;
    const auto bytes = QStringLiteral("\r%1\x1b[K").arg(text).toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
    shown = !text.isEmpty();
}

void silenceForeignWarnings()
{
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &, const QString &text) {
        if (type == QtCriticalMsg || type == QtFatalMsg)
            printMessage(text);
    });
}

bool printLine(const QByteArray &line)
{
    const auto size = static_cast<std::size_t>(line.size());
    const bool written = std::fwrite(line.constData(), 1, size, stdout) == size
        && std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
    // Whoever has closed the pipe has read enough.
    if (const int why = errno; !written && why != EPIPE)
        printMessage(
            OutputWords::tr("standard output cannot be written: %1").arg(qt_error_string(why)));
    return written;
}

} // namespace lockstep
