// Writes numbers and times. Numbers do not follow QLocale: digits are grouped by narrow spaces in
// every language, and the minus sign is as wide as a plus, so that columns of digits stay aligned.
// Times are cut off, not rounded, so that a time that is left never seems longer than it is.

#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
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

// Only the shortest text with these digits is of use in a narrow cell, so zeros at its end go.
QString threeDigits(const QString &digits, int beforePoint)
{
    QString text = digits.first(beforePoint) + u'.' + digits.sliced(beforePoint);
    while (text.endsWith(u'0'))
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

} // namespace

QString language()
{
    //: Not a word: the code of the language into which these words are translated, as in the name
    //: of this file
    return tr("en");
}

QString number(double value, Figures figures)
{
    if (figures == Figures::Brief)
        return briefNumber(value);
    if (std::isnan(value))
        return QStringLiteral("–");
    if (std::isinf(value))
        return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    const QString digits = grouped(decimals(std::abs(value), std::abs(value) < 1e6 ? 2 : 0));
    return value < 0 && digits != u"0" ? QChar(minusSign) + digits : digits;
}

// The digits are taken from the scientific form, because a quotient such as 1.15 may be a bit less
// than that, and would lose its last digit.
QString briefNumber(double value)
{
    static constexpr std::array units{u"", u"k", u"M", u"G", u"T", u"P", u"E"};
    const double size = std::abs(value);
    if (!std::isfinite(value) || size < 1)
        return number(value);
    const QString scientific = QString::number(size, 'e', 14); // 1.23456789012345e+09
    const int exponent = scientific.mid(scientific.indexOf(u'e') + 1).toInt();
    const QString digits = scientific.first(1) + scientific.mid(2, 2);
    const QString sign = value < 0 ? QString(QChar(minusSign)) : QString();
    const size_t unit = size_t(exponent / 3);
    if (unit >= units.size())
        return sign + threeDigits(digits, 1) + u'e' + QString::number(exponent);
    const QString text = sign + threeDigits(digits, exponent % 3 + 1);
    return unit == 0 ? text : text + QChar(narrowSpace) + QString::fromUtf16(units.at(unit));
}

QString integer(qint64 value)
{
    QString digits = QString::number(value);
    const bool isNegative = digits.startsWith(u'-');
    digits = grouped(isNegative ? digits.sliced(1) : digits);
    return isNegative ? QChar(minusSign) + digits : digits;
}

QString value(QByteArrayView bytes, qsizetype limit)
{
    QString words = key(bytes, limit);
    bool isInteger = false;
    if (bytes.startsWith('-') && bytes.toLongLong(&isInteger) < 0 && isInteger)
        words[0] = QChar(minusSign);
    return words;
}

QString rate(double perSecond, Figures figures)
{
    const double size = std::abs(perSecond);
    if (!(size >= 0.05))
        return QStringLiteral("0");
    const QString digits = figures == Figures::Brief && size >= 10
        ? briefNumber(std::round(size))
        : grouped(decimals(size, size < 10 ? 1 : 0));
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

} // namespace lockstep::wording
