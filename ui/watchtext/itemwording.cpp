#include "ui/watchtext/itemwording.h"

#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cctype>

namespace lockstep::wording {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("lockstep::wording", text);
}

QString tr(const char *text, const char *comment, int count)
{
    return QCoreApplication::translate("lockstep::wording", text, comment, count);
}

// Whether the text consists of letters and digits that nobody reads, as in hexadecimal or Base64.
bool isOpaque(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c.unicode() < 0x80 && c.isLetterOrNumber()) || c == u'+' || c == u'/' || c == u'=';
    });
}

// Shortens one part of a token. A UUID keeps its first group, other long random parts keep both
// ends. What may be the name of a host or a worker stays whole: the table cell cuts it if
// necessary.
QString shortenedPart(const QString &part)
{
    if (part.size() == 36 && part.at(8) == u'-' && part.at(23) == u'-')
        return part.left(8);
    if (part.size() <= 20 || !isOpaque(part))
        return part;
    return part.left(4) + QChar(0x2026) + part.right(4);
}

QString shortened(const QString &token)
{
    QStringList parts = token.split(u':');
    std::transform(parts.begin(), parts.end(), parts.begin(), shortenedPart);
    return parts.join(u':');
}

// Whether the host is a MAC address, aa:bb:cc:dd:ee:ff, as in a time-based UUID.
bool isMacAddress(const QString &host)
{
    constexpr qsizetype length = 17;
    if (host.size() != length)
        return false;
    for (qsizetype i = 0; i < length; ++i) {
        const QChar c = host.at(i);
        const bool isDigit = c.unicode() < 0x80 && std::isxdigit(c.unicode());
        if (i % 3 == 2 ? c != u':' : !isDigit)
            return false;
    }
    return true;
}

} // namespace

QString title(const Item &item, qsizetype limit)
{
    const QString shown = key(item.key, limit);
    return item.name.isEmpty() ? shown
                               : shown + QStringLiteral(" · ") + key(item.name.toUtf8(), limit);
}

QString readCommands(const Item &item, const ServerTime &time)
{
    QStringList lines;
    const ReadPlan plan = item.format ? item.format->plan(item.key, time) : ReadPlan{};
    for (const Command &command : plan.commands) {
        QStringList words;
        for (const QByteArray &word : command.words())
            words << cliWord(word);
        lines << words.join(u' ');
    }
    if (lines.isEmpty())
        lines << QStringLiteral("PTTL ") + cliWord(item.key);
    return lines.join(u'\n');
}

QString holder(const Holder &holder)
{
    QStringList parts;
    for (const QString &part : {holder.host, holder.process, holder.thread}) {
        if (!part.isEmpty())
            parts << shortened(key(part.toUtf8(), 80));
    }
    if (parts.isEmpty())
        return shortened(key(holder.token, 120));
    return parts.join(u':');
}

int otherHolders(const Reading &reading)
{
    if (!reading.permits || reading.permits->empty())
        return 0;
    const int named = int(reading.permits->size());
    const bool areLeases = reading.permits->front().ends.has_value();
    return (areLeases ? std::max(named, int(reading.value.value_or(0))) : named) - 1;
}

Holders holders(const Reading &reading)
{
    Holders holders{holder(*reading.holder), QStringLiteral("%1"), QStringLiteral("%1")};
    if (const int others = otherHolders(reading); others > 0) {
        holders.areSeveral = true;
        holders.pattern = reading.valueIsEstimate
            ? tr("%1 and at least %n more", "holders of a semaphore", others)
            : tr("%1 and %n more", "holders of a semaphore", others);
        holders.shortPattern =
            (reading.valueIsEstimate ? QStringLiteral("%1 ≥+") : QStringLiteral("%1 +"))
            + number(others);
    } else if (reading.value.value_or(1) > 1) {
        holders.pattern += QStringLiteral(" ×") + number(*reading.value);
        holders.shortPattern = holders.pattern;
    }
    return holders;
}

QString holderInFull(const Holder &holder)
{
    QStringList lines;
    const auto add = [&lines](const QString &pattern, const QString &value) {
        if (!value.isEmpty())
            lines << pattern.arg(key(value.toUtf8(), 120));
    };
    add(isMacAddress(holder.host) ? tr("network address (MAC) %1") : tr("host %1"), holder.host);
    add(tr("process %1"), holder.process);
    add(tr("thread %1"), holder.thread);
    if (!holder.token.isEmpty())
        lines << tr("token %1").arg(key(holder.token, 120));
    return lines.join(u'\n');
}

QString library(const Item &item)
{
    const QString name = item.format ? item.format->library() : QString();
    return name.isEmpty() ? tr("token") : name;
}

QString state(LockState state)
{
    switch (state) {
    case LockState::Free:
        return tr("free");
    case LockState::Held:
        return tr("held");
    case LockState::Expiring:
        return tr("expiring");
    case LockState::Immortal:
        return tr("immortal");
    case LockState::OrphanSuspected:
        return tr("orphan?");
    case LockState::Unknown:
        return tr("unknown");
    }
    return {};
}

QString state(BucketState state)
{
    switch (state) {
    case BucketState::Open:
        return tr("open");
    case BucketState::Exhausted:
        return tr("exhausted");
    case BucketState::Immortal:
        return tr("immortal");
    case BucketState::Unknown:
        return tr("unknown");
    }
    return {};
}

QString mode(WatchMode mode)
{
    switch (mode) {
    case WatchMode::None:
        return tr("not watching");
    case WatchMode::Push:
        return tr("push");
    case WatchMode::Notifications:
        return tr("notifications");
    case WatchMode::Polling:
        return tr("polling");
    }
    return {};
}

QString family(Family family)
{
    switch (family) {
    case Family::Counter:
        return tr("Counters");
    case Family::Bucket:
        return tr("Rate limits");
    case Family::Lock:
        return tr("Locks");
    }
    return {};
}

QString kind(const Item &item)
{
    return item.format ? item.format->kind() : QString();
}

} // namespace lockstep::wording
