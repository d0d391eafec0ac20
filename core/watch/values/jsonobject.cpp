// Finds fields that are given twice, of which QJsonDocument silently keeps the last. For that the
// text is scanned once more: it is valid by then, so only strings, brackets and commas matter.

#include "core/watch/values/jsonobject.h"

#include "core/redis/values/coretext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <optional>
#include <vector>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

struct Level
{
    bool isObject = false;
    QSet<QString> fields; // of an object
    QString field; // of an object: the one that is being read
    int index = 0; // of an array: of the element that is being read
};

struct Repeated
{
    QString field;
    QString list; // the field of the top object that is a list with it; empty: it is in none
    int element = 0; // of that list; counted from 0
};

// Where the string ends that begins at the quote.
qsizetype closingQuote(const QByteArray &json, qsizetype at)
{
    do {
        at += json[at] == '\\' ? 2 : 1;
    } while (json[at] != '"');
    return at;
}

bool colonFollows(const QByteArray &json, qsizetype at)
{
    while (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r')
        ++at;
    return json[at] == ':';
}

// What the string in quotes says.
QString contents(QByteArrayView quoted)
{
    if (!quoted.contains('\\'))
        return QString::fromUtf8(quoted.sliced(1, quoted.size() - 2));
    return QJsonDocument::fromJson('[' + quoted.toByteArray() + ']').array().first().toString();
}

std::optional<Repeated> repeatedField(const QByteArray &json)
{
    std::vector<Level> levels;
    for (qsizetype at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (c == '{' || c == '[') {
            levels.push_back({c == '{', {}, {}, 0});
        } else if (c == '}' || c == ']') {
            levels.pop_back();
        } else if (c == ',') {
            ++levels.back().index;
        } else if (c == '"') {
            const auto end = closingQuote(json, at);
            const QByteArrayView text = QByteArrayView(json).sliced(at, end + 1 - at);
            at = end;
            if (!levels.back().isObject || !colonFollows(json, end + 1))
                continue;
            const QString field = contents(text);
            if (levels.back().fields.contains(field)) {
                if (levels.size() > 2 && !levels[1].isObject)
                    return Repeated{field, levels[0].field, levels[1].index};
                return Repeated{field, {}, 0};
            }
            levels.back().fields.insert(field);
            levels.back().field = field;
        }
    }
    return std::nullopt;
}

} // namespace

Result<QJsonObject> jsonObject(const QByteArray &json, const QString &file)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        const auto line = json.left(error.offset).count('\n') + 1;
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1, line %2: expected JSON (%3)")
                .arg(file, QString::number(line), error.errorString()));
    }
    if (!document.isObject())
        return failure(ErrorCode::BadInput, CoreText::tr("%1: expected a JSON object").arg(file));
    if (const auto repeated = repeatedField(json)) {
        QString place = file;
        if (!repeated->list.isEmpty())
            place +=
                u", %1 %2"_s.arg(repeated->list.chopped(1), QString::number(repeated->element + 1));
        return failure(ErrorCode::BadInput,
            CoreText::tr("%1, field \"%2\": expected only once").arg(place, repeated->field));
    }
    return document.object();
}

} // namespace lockstep
