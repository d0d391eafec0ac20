// Writes and reads traces. A client may be called T or F too: with a number the word is a step of
// that client, alone it is a time step or a failover.

#include "core/lab/statespace/state/trace.h"

#include "core/lab/program/program.h"
#include "core/redis/values/coretext.h"

#include <QRegularExpression>

#include <array>
#include <optional>

namespace lockstep {

namespace {

using Kind = TraceStep::Kind;

constexpr int longest = 100'000; // steps of a trace that is read

constexpr std::array ofClients{
    std::pair('X', Kind::Crash),
    std::pair('P', Kind::Pause),
    std::pair('U', Kind::Resume),
    std::pair('L', Kind::LostRequest),
};

QString threadName(const TraceStep &step)
{
    return QString::fromLatin1(clientName(step.client)) + QString(step.thread, u'~');
}

// The reverse of clientName().
int clientIndex(QStringView name)
{
    int index = 0;
    for (const QChar letter : name)
        index = index * 26 + (letter.unicode() - u'A' + 1);
    return index - 1;
}

std::optional<TraceStep> stepOf(const QString &word)
{
    static const QRegularExpression client(QStringLiteral(
        "^([A-Z]{1,3})(~{0,63})(?:(0|[1-9][0-9]{0,5})(?:=([1-9][0-9]{0,2}))?|(0|[1-9]["
        "0-9]{0,5})')$"));
    static const QRegularExpression done(QStringLiteral("^([XPUL])\\(([A-Z]{1,3})(~{0,63})\\)$"));
    static const QRegularExpression restart(QStringLiteral("^N\\(([0-9]{1,3})\\)$"));
    if (word == u"T")
        return TraceStep{Kind::Time};
    if (word == u"F")
        return TraceStep{Kind::Failover};
    if (const auto match = client.match(word); match.hasMatch()) {
        const bool goesOn = match.capturedLength(5) > 0;
        return TraceStep{Kind::Client, clientIndex(match.capturedView(1)),
            int(match.capturedLength(2)), match.capturedView(goesOn ? 5 : 3).toInt(), goesOn,
            match.capturedView(4).toInt()};
    }
    if (const auto match = restart.match(word); match.hasMatch())
        return TraceStep{Kind::Restart, match.capturedView(1).toInt()};
    const auto match = done.match(word);
    if (!match.hasMatch())
        return std::nullopt;
    for (const auto &[letter, kind] : ofClients) {
        const bool ofThread = match.capturedLength(3) > 0;
        if (match.capturedView(1) == QLatin1Char(letter)
            && (kind == Kind::LostRequest || !ofThread))
            return TraceStep{
                kind, clientIndex(match.capturedView(2)), int(match.capturedLength(3))};
    }
    return std::nullopt;
}

} // namespace

QString traceWord(const TraceStep &step)
{
    switch (step.kind) {
    case Kind::Client:
        return threadName(step) + QString::number(step.number)
            + (step.goesOn ? QStringLiteral("'") : QString())
            + (step.choice > 0 ? u'=' + QString::number(step.choice) : QString());
    case Kind::Time:
        return QStringLiteral("T");
    case Kind::Failover:
        return QStringLiteral("F");
    case Kind::Restart:
        return QStringLiteral("N(%1)").arg(step.client);
    default:
        break;
    }
    const auto *found = std::find_if(ofClients.begin(), ofClients.end(),
        [&](const auto &each) { return each.second == step.kind; });
    return QStringLiteral("%1(%2)").arg(QLatin1Char(found->first)).arg(threadName(step));
}

QString traceText(const Trace &trace)
{
    QStringList words;
    for (const TraceStep &step : trace)
        words << traceWord(step);
    return words.join(u' ');
}

Result<Trace> traceFromText(const QString &text)
{
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words.size() > longest)
        return failure(ErrorCode::BadInput,
            CoreText::tr("The trace has %1 steps; possible are %2.")
                .arg(words.size())
                .arg(longest));
    Trace trace;
    for (const QString &word : words) {
        const auto step = stepOf(word);
        if (!step)
            return failure(ErrorCode::BadInput,
                CoreText::tr("“%1” is not a step of a trace (step %2)")
                    .arg(word.left(40))
                    .arg(trace.size() + 1));
        trace.push_back(*step);
    }
    return trace;
}

} // namespace lockstep
