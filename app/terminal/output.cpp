// All printing of the program. It may hold names and values of a server that is not ours, so
// everything passes terminalText() here, and nothing is printed in another way.

#include "app/terminal/output.h"

#include "core/redis/values/terminaltext.h"
#include "ui/text/errormessage.h"

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

// Prints progress into a log, only every few seconds, because a reader wants to know that it goes
// on, not every step. What ends sooner prints nothing.
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
    const auto bytes = QByteArrayLiteral("lockstep: ") + terminalText(text.toUtf8()) + '\n';
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
}

void printError(const Error &error, const QString &where)
{
    printMessage(errorMessage(error, where));
    printWhereToGivePassword(error);
}

int failWith(const QString &sentence, int status)
{
    printMessage(sentence);
    return status;
}

int refuse(const Error &error)
{
    printMessage(errorMessage(error, {}));
    return error.code == ErrorCode::BadInput ? 2 : 1;
}

void printWhereToGivePassword(const Error &error)
{
    if (error.code == ErrorCode::NoAuth)
        printMessage(OutputWords::tr("Give it in REDISCLI_AUTH or by --password-file."));
}

void printProgress(const QString &text)
{
    static bool shown = false;
    if (isatty(STDERR_FILENO) == 0)
        return printNowAndThen(text);
    if (text.isEmpty() && !shown)
        return;
    const auto bytes = '\r' + terminalText(text.toUtf8()) + "\x1b[K";
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
    const QByteArray text = terminalText(line);
    const auto size = static_cast<std::size_t>(text.size());
    const bool written = std::fwrite(text.constData(), 1, size, stdout) == size
        && std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
    // If the reader has closed the pipe, it has read enough.
    if (const int why = errno; !written && why != EPIPE)
        printMessage(
            OutputWords::tr("standard output cannot be written: %1").arg(qt_error_string(why)));
    return written;
}

} // namespace lockstep
