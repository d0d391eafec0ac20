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
    if (value.hasOtherKeys || !value.items.empty())
        return wrong(path + " has values without a name; each is named by its language, as in en");
    for (const auto &[code, word] : value.fields) {
        const QString language = QString::fromUtf8(code);
        if (!LocalText::isCode(language))
            return wrong("there is no language " + path + "." + code
                + "; a language is named by its code, as in en or zh_CN");
        if (!word.is(Kind::Text) || word.text.trimmed().isEmpty())
            return wrong(path + "." + code + " is no text");
        const QString words = QString::fromUtf8(word.text).trimmed();
        if (code == "en")
            text->en = words;
        else
            text->others.insert(language, words);
    }
    if (text->en.isEmpty())
        return wrong(path + ".en is missing; English is always there, others may follow");
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
