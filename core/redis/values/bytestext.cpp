#include "core/redis/values/bytestext.h"

#include <optional>

namespace lockstep {

namespace {

// The text that is exactly these bytes in UTF-8; nothing if there is none.
std::optional<QString> exactText(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    return text.toUtf8() == bytes ? std::optional(text) : std::nullopt;
}

} // namespace

void insertBytes(QJsonObject &object, const QString &field, const QByteArray &bytes)
{
    object.insert(field, textOrEscaped(bytes));
    if (!exactText(bytes))
        object.insert(field + QLatin1String("Base64"), QString::fromLatin1(bytes.toBase64()));
}

QString textOrEscaped(const QByteArray &bytes)
{
    if (const auto exact = exactText(bytes))
        return *exact;
    QString text;
    for (const char c : bytes) {
        const auto byte = static_cast<uchar>(c);
        if (c == '\\')
            text += QLatin1String("\\\\");
        else if (byte >= 0x20 && byte < 0x7f)
            text += QLatin1Char(c);
        else
            text += QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
    }
    return text;
}

} // namespace lockstep
