#include "core/watch/values/jsonfields.h"

#include "core/redis/values/coretext.h"

#include <QJsonArray>

#include <cmath>

namespace lockstep {

using namespace Qt::StringLiterals;

JsonFields::JsonFields(QJsonObject object, QString place)
    : m_object(std::move(object))
    , m_place(std::move(place))
{
}

QJsonValue JsonFields::take(const char *field)
{
    const auto name = QString::fromLatin1(field);
    m_known.insert(name);
    return m_object.value(name);
}

bool JsonFields::has(const char *field) const
{
    return m_object.contains(QString::fromLatin1(field));
}

void JsonFields::fail(const char *field, const QString &expected)
{
    fail(Error{ErrorCode::BadInput,
        CoreText::tr("%1, field \"%2\": expected %3")
            .arg(m_place, QString::fromLatin1(field), expected)});
}

void JsonFields::fail(const Error &error)
{
    if (!m_error)
        m_error = error;
}

QString JsonFields::text(const char *field)
{
    const QJsonValue value = take(field);
    if (!value.isString() || value.toString().isEmpty())
        fail(field, CoreText::tr("a text that is not empty"));
    return value.toString();
}

QString JsonFields::textOr(const char *field, const QString &otherwise)
{
    const QJsonValue value = take(field);
    if (value.isUndefined())
        return otherwise;
    if (!value.isString())
        fail(field, CoreText::tr("a text"));
    return value.toString();
}

QByteArray JsonFields::bytesOr(const char *field, const QByteArray &otherwise)
{
    return textOr(field, QString::fromUtf8(otherwise)).toUtf8();
}

QStringList JsonFields::texts(const char *field)
{
    const QJsonValue value = take(field);
    if (value.isUndefined())
        return {};
    if (value.isString())
        return {value.toString()};
    QStringList list;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &element : array) {
        if (element.isString() && !element.toString().isEmpty())
            list.append(element.toString());
    }
    if (list.isEmpty() || list.size() != array.size())
        fail(field, CoreText::tr("a list of texts that are not empty"));
    return list;
}

std::optional<double> JsonFields::positive(const char *field)
{
    const QJsonValue value = take(field);
    if (value.isUndefined())
        return std::nullopt;
    if (!value.isDouble() || value.toDouble() <= 0) {
        fail(field, CoreText::tr("a number above 0"));
        return std::nullopt;
    }
    return value.toDouble();
}

std::optional<double> JsonFields::whole(const char *field)
{
    const QJsonValue value = take(field);
    if (value.isUndefined())
        return std::nullopt;
    const double number = value.toDouble();
    if (!value.isDouble() || !(number >= 1 && number <= largestWhole)
        || std::trunc(number) != number) {
        fail(field, CoreText::tr("a whole number from 1 to 1000000000000000"));
        return std::nullopt;
    }
    return number;
}

bool JsonFields::flag(const char *field)
{
    const QJsonValue value = take(field);
    if (!value.isUndefined() && !value.isBool())
        fail(field, CoreText::tr("true or false"));
    return value.toBool();
}

std::optional<QJsonObject> JsonFields::object(const char *field)
{
    const QJsonValue value = take(field);
    if (value.isUndefined())
        return std::nullopt;
    if (!value.isObject()) {
        fail(field, CoreText::tr("an object"));
        return std::nullopt;
    }
    return value.toObject();
}

std::optional<QJsonArray> JsonFields::array(const char *field)
{
    const QJsonValue value = take(field);
    if (value.isUndefined())
        return std::nullopt;
    if (!value.isArray()) {
        fail(field, CoreText::tr("a list"));
        return std::nullopt;
    }
    return value.toArray();
}

int JsonFields::choice(const char *field, const QStringList &names, bool mayBeAbsent)
{
    const QJsonValue value = take(field);
    if (value.isUndefined() && mayBeAbsent)
        return 0;
    const auto index = names.indexOf(value.toString());
    if (!value.isString() || index < 0) {
        fail(field, CoreText::tr("one of \"%1\"").arg(names.join(u"\", \""_s)));
        return 0;
    }
    return static_cast<int>(index);
}

Result<void> JsonFields::finish()
{
    if (!m_error) {
        const QStringList present = m_object.keys();
        for (const QString &name : present) {
            if (!m_known.contains(name)) {
                QStringList known = m_known.values();
                known.sort();
                fail(Error{ErrorCode::BadInput,
                    CoreText::tr("%1, field \"%2\": expected one of the fields \"%3\"")
                        .arg(m_place, name, known.join(u"\", \""_s))});
                break;
            }
        }
    }
    if (m_error)
        return tl::unexpected<Error>(*m_error);
    return {};
}

} // namespace lockstep
