#pragma once

#include "core/redis/values/error.h"

#include <QByteArrayList>
#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include <optional>

namespace lockstep {

// Reads one object of a file that people write by hand: every field is asked for by name, one that
// nobody asked for is an error. Only the first thing that is wrong is kept; the getters then return
// nothing.
class JsonFields
{
public:
    // place: file and object, for the error: "bull.json, format bull-limiter".
    JsonFields(QJsonObject object, QString place);

    [[nodiscard]] const QString &place() const { return m_place; }
    [[nodiscard]] bool has(const char *field) const;
    QString text(const char *field); // has to be there
    QString textOr(const char *field, const QString &otherwise);
    QByteArray bytesOr(const char *field, const QByteArray &otherwise); // UTF-8
    QStringList texts(const char *field); // an array of strings, or one string; absent: empty
    std::optional<double> positive(const char *field);
    static constexpr double largestWhole = 1e15; // as exact as JSON's numbers are
    std::optional<double> whole(const char *field); // 1 to largestWhole
    bool flag(const char *field); // absent: false
    std::optional<QJsonObject> object(const char *field);
    std::optional<QJsonArray> array(const char *field);
    // The index of the field's value among the names. If it may be absent, the result is then 0.
    int choice(const char *field, const QStringList &names, bool mayBeAbsent = true);

    void fail(const char *field, const QString &expected);
    void fail(const Error &error);
    // The first error, or a field that nobody asked for.
    Result<void> finish();

private:
    QJsonValue take(const char *field);

    QJsonObject m_object;
    QString m_place;
    QSet<QString> m_known;
    std::optional<Error> m_error;
};

} // namespace lockstep
