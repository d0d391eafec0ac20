#include "core/lab/process/knownrequest.h"

#include "core/lab/wire/replywire.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockstep {

namespace {

bool isOfWatching(const std::vector<std::string_view> &words)
{
    const QByteArray name = QByteArray(words[0].data(), qsizetype(words[0].size())).toUpper();
    return name == "WATCH" || name == "UNWATCH" || name == "EXEC";
}

// Whether commands, or the source of a script, hold words that set deadlines as moments.
bool namesMoments(const QString &text)
{
    static const QRegularExpression moment(
        QStringLiteral("\\b(P?EXPIREAT|PXAT|EXAT)\\b"), QRegularExpression::CaseInsensitiveOption);
    return text.contains(moment);
}

// The same for deadlines that are so many ms or seconds from now.
bool namesSpans(const QString &text)
{
    static const QRegularExpression span(QStringLiteral("\\b(P?EXPIRE|P?SETEX|PX|EX)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    return text.contains(span);
}

} // namespace

KnownRequest KnownRequest::of(const Request &request, QByteArray scriptWire, const Tables &tables)
{
    KnownRequest result;
    result.kind = request.kind;
    result.node = request.node;
    result.line = request.line;
    result.replies = request.replies;
    result.words = QByteArray(request.words.data(), qsizetype(request.words.size()));
    if (request.kind == Request::Kind::Command || request.kind == Request::Kind::Subscribe)
        result.command = tables.commands.add({request.wire.data(), qsizetype(request.wire.size())});
    result.changesConnection = request.kind == Request::Kind::Subscribe;
    if (request.kind == Request::Kind::Command) {
        const auto commands = commandsIn(request.wire);
        result.changesConnection = std::any_of(commands.begin(), commands.end(), isOfWatching);
    }
    result.scriptWire = std::move(scriptWire);
    const QString text = QString::fromLatin1(request.wire.data(), qsizetype(request.wire.size()))
        + QString::fromLatin1(result.scriptWire);
    result.setsMoments = namesMoments(text);
    result.setsSpans = namesSpans(text);
    if (!request.channel.isEmpty())
        result.channel = tables.channels.add(request.channel);
    if (request.kind == Request::Kind::Wait) {
        result.wait.kind = request.wait.kind;
        result.wait.node = request.wait.node;
        result.wait.span = request.wait.span.count();
        if (result.wait.isOfKey())
            result.wait.key = tables.datasets.addKey(request.wait.name);
        else
            result.wait.name = request.wait.name;
    }
    if (request.kind == Request::Kind::Choice)
        result.choices = request.choices;
    if (request.kind == Request::Kind::Receive && request.timeout)
        result.timeout = request.timeout->count();
    return result;
}

void KnownRequest::noteWatches(std::string_view wire, DatasetTable &datasets)
{
    for (const auto &sent : commandsIn(wire)) {
        const QByteArray name = QByteArray(sent[0].data(), qsizetype(sent[0].size())).toUpper();
        if (name == "EXEC" || name == "UNWATCH")
            watched.erase(node);
        if (name != "WATCH")
            continue;
        for (size_t i = 1; i < sent.size(); ++i)
            watched[node].push_back(datasets.addKey({sent[i].data(), qsizetype(sent[i].size())}));
    }
}

} // namespace lockstep
