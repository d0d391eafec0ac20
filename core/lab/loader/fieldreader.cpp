#include "core/lab/loader/fieldreader.h"

#include "core/redis/values/coretext.h"

#include <QRegularExpression>

namespace lockstep {

using Kind = LuaValue::Kind;

QByteArray FieldReader::nameOrMissing(const LuaValue &value)
{
    return value.is(Kind::Nil) ? CoreText::tr("missing").toUtf8() : nameOf(value);
}

bool FieldReader::wrong(const QByteArray &sentence, int line)
{
    m_mistake->line = line;
    m_mistake->sentence = sentence;
    return false;
}

bool FieldReader::fieldsAreKnown(
    const LuaValue &table, const QByteArray &path, const QList<QByteArray> &known)
{
    for (const auto &[name, value] : table.fields) {
        if (!known.contains(name))
            return wrong(CoreText::bytes(CoreText::tr("there is no field %1%2; there are %3"), path,
                name, known.join(", ")));
    }
    if (table.hasOtherKeys || (path.isEmpty() && !table.items.empty()))
        return wrong(
            CoreText::bytes(CoreText::tr("the table has values without a name; its fields are %1"),
                known.join(", ")));
    return true;
}

bool FieldReader::readWord(
    const LuaValue &table, const QByteArray &name, bool isNeeded, QByteArray *word)
{
    const LuaValue &value = table.field(name);
    if (value.is(Kind::Nil) && !isNeeded)
        return true;
    static const QRegularExpression shape(
        QRegularExpression::anchoredPattern(QStringLiteral("[a-z0-9]+(-[a-z0-9]+)*")));
    if (!value.is(Kind::Text) || !shape.match(QString::fromUtf8(value.text)).hasMatch())
        return wrong(CoreText::bytes(
            CoreText::tr("%1 is %2; it is a word of small letters, digits and hyphens, as in %3 "
                         "= \"stock-script\""),
            name, nameOrMissing(value), name));
    *word = value.text;
    return true;
}

bool FieldReader::readLocal(const LuaValue &value, const QByteArray &path, LocalText *text)
{
    if (!value.is(Kind::Table))
        return wrong(CoreText::bytes(CoreText::tr("%1 is %2; it is { en = \"…\", zh_CN = \"…\" }"),
            path, nameOrMissing(value)));
    if (value.hasOtherKeys || !value.items.empty())
        return wrong(CoreText::bytes(
            CoreText::tr("%1 has values without a name; each is named by its language, as in en"),
            path));
    for (const auto &[code, word] : value.fields) {
        const QString language = QString::fromUtf8(code);
        if (!LocalText::isCode(language))
            return wrong(CoreText::bytes(
                CoreText::tr(
                    "there is no language %1.%2; a language is named by its code, as in en "
                    "or zh_CN"),
                path, code));
        if (!word.is(Kind::Text) || word.text.trimmed().isEmpty())
            return wrong(CoreText::bytes(CoreText::tr("%1.%2 is no text"), path, code));
        const QString words = QString::fromUtf8(word.text).trimmed();
        if (code == "en")
            text->en = words;
        else
            text->others.insert(language, words);
    }
    if (text->en.isEmpty())
        return wrong(CoreText::bytes(
            CoreText::tr("%1.en is missing; English is always there, others may follow"), path));
    return true;
}

bool FieldReader::readCount(
    const LuaValue &value, const QByteArray &path, qint64 least, qint64 most, qint64 *count)
{
    if (!value.is(Kind::Whole) || value.whole < least || value.whole > most)
        return wrong(CoreText::bytes(CoreText::tr("%1 is %2; it is a whole number of %3 to %4"),
            path, nameOf(value), QByteArray::number(least), QByteArray::number(most)));
    *count = value.whole;
    return true;
}

bool FieldReader::readProbability(
    const LuaValue &value, const QByteArray &path, double *probability)
{
    if (!value.isNumber() || !(value.number >= 0 && value.number <= 1))
        return wrong(CoreText::bytes(
            CoreText::tr("%1 is %2; it is a probability of 0 to 1"), path, nameOf(value)));
    *probability = value.number;
    return true;
}

bool FieldReader::readTruth(const LuaValue &table, const QByteArray &name, bool *truth)
{
    const LuaValue &value = table.field(name);
    if (!value.is(Kind::Nil) && !value.is(Kind::Truth))
        return wrong(
            CoreText::bytes(CoreText::tr("%1 is %2; it is true or false"), name, nameOf(value)));
    *truth = value.truth;
    return true;
}

} // namespace lockstep
