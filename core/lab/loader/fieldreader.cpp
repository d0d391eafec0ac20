#include "core/lab/loader/fieldreader.h"

#include <QRegularExpression>

namespace lockstep {

using Kind = LuaValue::Kind;

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
            return wrong("there is no field " + path + name + "; there are " + known.join(", "));
    }
    if (table.hasOtherKeys || (path.isEmpty() && !table.items.empty()))
        return wrong("the table has values without a name; its fields are " + known.join(", "));
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
        return wrong(name + " is " + (value.is(Kind::Nil) ? "missing" : nameOf(value))
            + "; it is a word of small letters, digits and hyphens, as in " + name
            + " = \"stock-script\"");
    *word = value.text;
    return true;
}

bool FieldReader::readLocal(const LuaValue &value, const QByteArray &path, LocalText *text)
{
    if (!value.is(Kind::Table))
        return wrong(path + " is " + (value.is(Kind::Nil) ? "missing" : nameOf(value))
            + "; it is { en = \"…\", zh_CN = \"…\" }");
    if (!fieldsAreKnown(value, path + ".", {"en", "zh_CN"}))
        return false;
    for (const auto &[language, word] : value.fields) {
        if (!word.is(Kind::Text) || word.text.trimmed().isEmpty())
            return wrong(path + "." + language + " is no text");
    }
    if (value.field("en").is(Kind::Nil))
        return wrong(path + ".en is missing; English is always there, zh_CN may follow");
    text->en = QString::fromUtf8(value.field("en").text).trimmed();
    text->zhCN = QString::fromUtf8(value.field("zh_CN").text).trimmed();
    return true;
}

bool FieldReader::readCount(
    const LuaValue &value, const QByteArray &path, qint64 least, qint64 most, qint64 *count)
{
    if (!value.is(Kind::Whole) || value.whole < least || value.whole > most)
        return wrong(path + " is " + nameOf(value) + "; it is a whole number of "
            + QByteArray::number(least) + " to " + QByteArray::number(most));
    *count = value.whole;
    return true;
}

bool FieldReader::readProbability(
    const LuaValue &value, const QByteArray &path, double *probability)
{
    if (!value.isNumber() || !(value.number >= 0 && value.number <= 1))
        return wrong(path + " is " + nameOf(value) + "; it is a probability of 0 to 1");
    *probability = value.number;
    return true;
}

bool FieldReader::readTruth(const LuaValue &table, const QByteArray &name, bool *truth)
{
    const LuaValue &value = table.field(name);
    if (!value.is(Kind::Nil) && !value.is(Kind::Truth))
        return wrong(name + " is " + nameOf(value) + "; it is true or false");
    *truth = value.truth;
    return true;
}

} // namespace lockstep
