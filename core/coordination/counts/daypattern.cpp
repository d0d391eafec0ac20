#include "core/coordination/counts/daypattern.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

QByteArray padded(int number)
{
    return QByteArray::number(number).rightJustified(2, '0');
}

tl::unexpected<Error> wrong(const QByteArray &pattern, const QString &why)
{
    return failure(ErrorCode::BadInput,
        QStringLiteral("the pattern \"%1\" %2.").arg(QString::fromUtf8(pattern), why));
}

} // namespace

Result<DayPattern> DayPattern::parse(const QByteArray &pattern)
{
    DayPattern result;
    qsizetype at = 0;
    while (at < pattern.size()) {
        const qsizetype open = pattern.indexOf('<', at);
        if (open != at)
            result.m_parts.push_back(
                {Part::Kind::Text, pattern.mid(at, open < 0 ? -1 : open - at)});
        if (open < 0)
            break;
        const qsizetype close = pattern.indexOf('>', open);
        if (close < 0)
            return wrong(pattern, QStringLiteral("has a < without >"));
        const QByteArray inside = pattern.mid(open + 1, close - open - 1);
        if (inside == "user")
            result.m_parts.push_back({Part::Kind::User, {}});
        else if (!result.addDate(inside))
            return wrong(pattern,
                QStringLiteral("has <%1>; possible are <user> and dates of yyyy, mm, m, dd, d")
                    .arg(QString::fromUtf8(inside)));
        at = close + 1;
    }
    using enum Part::Kind;
    if (!result.names({Year}) || !result.names({Month, PaddedMonth})
        || !result.names({Day, PaddedDay}))
        return wrong(
            pattern, QStringLiteral("has to name year, month and day, as in <user>:<yyyy.m.d>"));
    return result;
}

bool DayPattern::addDate(const QByteArray &format)
{
    using Word = std::pair<QByteArrayView, Part::Kind>;
    // The first word that fits is taken, so mm stands before m and dd before d.
    static constexpr std::array<Word, 5> words{
        {{"yyyy", Part::Kind::Year}, {"mm", Part::Kind::PaddedMonth}, {"m", Part::Kind::Month},
            {"dd", Part::Kind::PaddedDay}, {"d", Part::Kind::Day}}};
    qsizetype at = 0;
    while (at < format.size()) {
        const auto rest = QByteArrayView(format).sliced(at);
        const auto *const word = std::find_if(words.begin(), words.end(),
            [rest](const Word &candidate) { return rest.startsWith(candidate.first); });
        if (word != words.end()) {
            m_parts.push_back({word->second, {}});
            at += word->first.size();
        } else if (!isLetter(rest.front())) {
            m_parts.push_back({Part::Kind::Text, QByteArray(1, rest.front())});
            ++at;
        } else {
            return false;
        }
    }
    return !format.isEmpty();
}

bool DayPattern::names(std::initializer_list<Part::Kind> anyOf) const
{
    return std::find_first_of(m_parts.begin(), m_parts.end(), anyOf.begin(), anyOf.end(),
               [](const Part &part, Part::Kind kind) { return part.kind == kind; })
        != m_parts.end();
}

bool DayPattern::hasUser() const
{
    return names({Part::Kind::User});
}

QByteArray DayPattern::key(const QByteArray &user, QDate day) const
{
    QByteArray key;
    for (const Part &part : m_parts) {
        switch (part.kind) {
        case Part::Kind::Text:
            key += part.text;
            break;
        case Part::Kind::User:
            key += user;
            break;
        case Part::Kind::Year:
            key += QByteArray::number(day.year());
            break;
        case Part::Kind::Month:
            key += QByteArray::number(day.month());
            break;
        case Part::Kind::PaddedMonth:
            key += padded(day.month());
            break;
        case Part::Kind::Day:
            key += QByteArray::number(day.day());
            break;
        case Part::Kind::PaddedDay:
            key += padded(day.day());
            break;
        }
    }
    return key;
}

} // namespace lockstep
