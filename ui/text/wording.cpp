// Numbers have their own short form instead of QLocale's: narrow spaces group in every language,
// and a minus is as wide as a plus, so that columns of digits stay aligned. Times are cut, not
// rounded: a lock with 40 ms left is still held and must not read 0.1 s less than the truth allows,
// nor "0 s" before its end has come.

#include "ui/text/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace lockstep::wording {

namespace {

constexpr char16_t narrowSpace = 0x202F;
constexpr char16_t minusSign = 0x2212;

QString tr(const char *text)
{
    return QCoreApplication::translate("lockstep::wording", text);
}

QString grouped(QString digits)
{
    const qsizetype point = digits.indexOf(u'.');
    for (qsizetype at = (point < 0 ? digits.size() : point) - 3; at > 0; at -= 3)
        digits.insert(at, QChar(narrowSpace));
    return digits;
}

QString decimals(double value, int places)
{
    QString text = QString::number(value, 'f', places);
    while (places > 0 && text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

QString twoDigits(qint64 value)
{
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

QString underMinute(Milliseconds time)
{
    const qint64 tenths = time.count() / 100;
    return tr("%1 s").arg(QStringLiteral("%1.%2").arg(tenths / 10).arg(tenths % 10));
}

struct Parts
{
    qint64 days, hours, minutes, seconds;

    explicit Parts(Milliseconds time)
        : days(time.count() / 86'400'000)
        , hours(time.count() / 3'600'000 % 24)
        , minutes(time.count() / 60'000 % 60)
        , seconds(time.count() / 1000 % 60)
    {
    }
};

// Random letters and digits, which nobody reads: hexadecimal, Base64.
bool isOpaque(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c.unicode() < 0x80 && c.isLetterOrNumber()) || c == u'+' || c == u'/' || c == u'=';
    });
}

// A UUID is told apart by its first group; other long random parts by both ends. What may be the
// name of a host or of a worker stays whole: the cell cuts it where there is no room.
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

// As a time-based UUID has it: aa:bb:cc:dd:ee:ff.
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

QString language()
{
    //: Not a word: the code of the language into which these words are translated, as in the name
    //: of this file
    return tr("en");
}

QString number(double value)
{
    if (std::isnan(value))
        return QStringLiteral("–");
    if (std::isinf(value))
        return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    const QString digits = grouped(decimals(std::abs(value), std::abs(value) < 1e6 ? 2 : 0));
    return value < 0 && digits != u"0" ? QChar(minusSign) + digits : digits;
}

QString integer(qint64 value)
{
    QString digits = QString::number(value);
    const bool isNegative = digits.startsWith(u'-');
    digits = grouped(isNegative ? digits.sliced(1) : digits);
    return isNegative ? QChar(minusSign) + digits : digits;
}

QString rate(double perSecond)
{
    const double size = std::abs(perSecond);
    if (!(size >= 0.05))
        return QStringLiteral("0");
    const QString digits = grouped(decimals(size, size < 10 ? 1 : 0));
    return QChar(perSecond < 0 ? minusSign : u'+') + digits;
}

QString duration(Milliseconds time)
{
    time = std::max(time, Milliseconds(0));
    const Parts parts(time);
    if (parts.days > 0)
        return tr("%1 d %2 h %3 m")
            .arg(grouped(QString::number(parts.days)), twoDigits(parts.hours),
                twoDigits(parts.minutes));
    if (parts.hours > 0)
        return tr("%1 h %2 m %3 s")
            .arg(QString::number(parts.hours), twoDigits(parts.minutes), twoDigits(parts.seconds));
    if (parts.minutes > 0)
        return tr("%1 m %2 s").arg(QString::number(parts.minutes), twoDigits(parts.seconds));
    return underMinute(time);
}

QString lease(Milliseconds time)
{
    const Milliseconds unit(time < std::chrono::seconds(60) ? 100 : 1000);
    return duration((time + unit / 2) / unit * unit);
}

QString age(Milliseconds time)
{
    time = std::max(time, Milliseconds(0));
    const Parts parts(time);
    if (parts.days > 0)
        return tr("%1 d %2 h").arg(grouped(QString::number(parts.days))).arg(parts.hours);
    if (parts.hours > 0)
        return tr("%1 h %2 m").arg(QString::number(parts.hours), twoDigits(parts.minutes));
    if (parts.minutes > 0)
        return tr("%1 m %2 s").arg(QString::number(parts.minutes), twoDigits(parts.seconds));
    return underMinute(time);
}

QString bytes(double count)
{
    static constexpr std::array units{"B", "kB", "MB", "GB", "TB"};
    size_t unit = 0;
    while (count >= 999.5 && unit + 1 < units.size()) {
        count /= 1000;
        ++unit;
    }
    const QString digits = decimals(count, unit > 0 && count < 99.5 ? 1 : 0);
    return digits + QChar(0xA0) + QLatin1String(units.at(unit));
}

QString percent(double share)
{
    const double value = share * 100;
    if (value > 0 && value < 0.01)
        return tr("< 0.01 %");
    return tr("%1 %").arg(decimals(value, value < 1 ? 2 : 1));
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
