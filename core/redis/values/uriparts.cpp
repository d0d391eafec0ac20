#include "core/redis/values/uriparts.h"

#include "core/redis/values/coretext.h"

#include <cctype>
#include <limits>

namespace lockstep::UriParts {

using namespace Qt::StringLiterals;

tl::unexpected<Error> badUri(const QString &sentence)
{
    return failure(ErrorCode::BadUri, sentence);
}

Result<QByteArray> decoded(QStringView part, const QString &name)
{
    const QByteArray bytes = part.toUtf8();
    QByteArray out;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '%') {
            out.append(bytes[i]);
            continue;
        }
        bool isHex = false;
        const QByteArray digits = bytes.mid(i + 1, 2);
        const uint byte = digits.toUInt(&isHex, 16);
        if (!isHex || digits.size() != 2 || !std::isxdigit(uchar(digits[0])))
            return badUri(CoreText::tr("In the %1 a '%' is not followed by two hexadecimal digits; "
                                       "a '%' itself is written %25.")
                              .arg(name));
        out.append(static_cast<char>(byte));
        i += 2;
    }
    return out;
}

Result<QString> decodedText(QStringView part, const QString &name)
{
    const auto bytes = decoded(part, name);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const QString text = QString::fromUtf8(*bytes);
    for (const QChar character : text) {
        if (character.category() == QChar::Other_Control)
            return badUri(CoreText::tr("The %1 contains a control character.").arg(name));
    }
    return text;
}

Result<int> number(QStringView part, int lowest, int highest, const QString &sentence)
{
    qint64 value = part.isEmpty() || part.size() > 10 ? -1 : 0;
    for (const QChar digit : part) {
        if (digit < u'0' || digit > u'9')
            value = -1;
        if (value >= 0)
            value = value * 10 + (digit.unicode() - u'0');
    }
    if (value < lowest || value > highest)
        return badUri(sentence);
    return static_cast<int>(value);
}

Result<int> databaseNumber(QStringView part)
{
    return number(part, 0, std::numeric_limits<int>::max(),
        CoreText::tr("The database must be a number from 0 on, as in redis://host/2 or "
                     "unix:///path?db=2."));
}

} // namespace lockstep::UriParts
