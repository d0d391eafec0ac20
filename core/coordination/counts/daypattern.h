#pragma once

#include "core/redis/values/error.h"

#include <QByteArray>
#include <QDate>

#include <vector>

namespace lockstep {

// The pattern for the keys of days. In it
//   <user>   stands for the name that is counted for, any bytes
//   <…>      stands for a date: yyyy is the year, mm and dd are month and day in two digits, m and
//   d
//            the same without a leading zero; everything but letters between them stands for itself
// and everything else stands for itself: "<user>:<yyyy.m.d>" gives "erin:2027.3.9". All dates of a
// pattern together have to name year, month and day.
class DayPattern
{
public:
    // Errors: BadInput with what is wrong and what is possible.
    static Result<DayPattern> parse(const QByteArray &pattern);

    [[nodiscard]] bool hasUser() const;
    [[nodiscard]] QByteArray key(const QByteArray &user, QDate day) const;

private:
    struct Part
    {
        enum class Kind : quint8 { Text, User, Year, Month, PaddedMonth, Day, PaddedDay };
        Kind kind = Kind::Text;
        QByteArray text;
    };

    [[nodiscard]] bool names(std::initializer_list<Part::Kind> anyOf) const;
    bool addDate(const QByteArray &format);

    std::vector<Part> m_parts;
};

} // namespace lockstep
