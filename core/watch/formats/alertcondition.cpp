// The words are few and each has one measure, so that a person who has never seen the file reads it
// aloud and is right. What only ever grows while its cause lasts (an age, a count of renewals) can
// only be compared upwards: "held < 5s" would be true of each lock for a moment, and of each one
// that was held before it was seen nobody would know.

#include "core/watch/formats/alertcondition.h"

#include "core/redis/values/coretext.h"
#include "core/watch/values/number.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

enum class Measure : quint8 { None, Time, Whole, Percent, Number, PerSecond };

struct ConditionWord
{
    const char *text;
    Measure measure;
    bool onlyUpwards; // > and >= alone
    const char *example;
    const char *expected; // what is possible behind the word
};

// In the order of AlertCondition::Kind.
constexpr std::array conditionWords{
    ConditionWord{"held", Measure::Time, true, "held > 30s",
        QT_TRANSLATE_NOOP("lockstep::CoreText",
            "\"held\" with > or >= and a time such as 500ms, 30s, 5m, 2h or 1d")},
    ConditionWord{"renewals", Measure::Whole, true, "renewals > 100",
        QT_TRANSLATE_NOOP("lockstep::CoreText", "\"renewals\" with > or >= and a whole number")},
    ConditionWord{"immortal", Measure::None, false, "immortal",
        QT_TRANSLATE_NOOP("lockstep::CoreText", "\"immortal\" alone")},
    ConditionWord{"waiters", Measure::Whole, false, "waiters > 5",
        QT_TRANSLATE_NOOP(
            "lockstep::CoreText", "\"waiters\" with >, >=, < or <= and a whole number")},
    ConditionWord{"waiting", Measure::Time, true, "waiting > 10s",
        QT_TRANSLATE_NOOP("lockstep::CoreText",
            "\"waiting\" with > or >= and a time such as 500ms, 30s, 5m, 2h or 1d")},
    ConditionWord{"used", Measure::Percent, false, "used >= 90%",
        QT_TRANSLATE_NOOP(
            "lockstep::CoreText", "\"used\" with >, >=, < or <= and a share such as 90%")},
    ConditionWord{"exhausted", Measure::Time, true, "exhausted > 1m",
        QT_TRANSLATE_NOOP("lockstep::CoreText",
            "\"exhausted\" with > or >= and a time such as 500ms, 30s, 5m, 2h or 1d")},
    ConditionWord{"value", Measure::Number, false, "value > 1000",
        QT_TRANSLATE_NOOP("lockstep::CoreText", "\"value\" with >, >=, < or <= and a number")},
    ConditionWord{"rate", Measure::PerSecond, false, "rate > 50/s",
        QT_TRANSLATE_NOOP("lockstep::CoreText",
            "\"rate\" with >, >=, < or <= and a change a second such as 50/s")},
    ConditionWord{"gone", Measure::None, false, "gone",
        QT_TRANSLATE_NOOP("lockstep::CoreText", "\"gone\" alone")},
};
static_assert(conditionWords.size() == allAlertKinds.size());

// In the order of AlertCondition::Comparison.
constexpr std::array comparisonWords{">", ">=", "<", "<="};

struct Unit
{
    const char *text;
    qint64 milliseconds;
};
constexpr std::array units{Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000},
    Unit{"s", 1'000}, Unit{"ms", 1}};
constexpr qint64 longestLength = 3'155'760'000'000; // a century, in ms

const ConditionWord &wordOf(AlertCondition::Kind kind)
{
    return conditionWords[static_cast<std::size_t>(kind)];
}

QString numberText(double number)
{
    return QString::number(number, 'f', QLocale::FloatingPointShortest);
}

// The number in a text that is a number followed by that unit; nothing if it is none.
std::optional<double> numberFrom(const QString &text, const QString &unit)
{
    if (!text.endsWith(unit))
        return std::nullopt;
    return decimalFrom(text.chopped(unit.size()).trimmed().toUtf8());
}

// Reads the measure of a condition from the text. Returns false if the text is none.
bool setMeasure(AlertCondition &condition, Measure measure, const QString &text)
{
    if (measure == Measure::Time) {
        const auto length = lengthFrom(text);
        condition.duration = length.value_or(Milliseconds());
        return length.has_value();
    }
    const QString unit = measure == Measure::Percent ? u"%"_s
        : measure == Measure::PerSecond              ? u"/s"_s
                                                     : QString();
    const auto number = numberFrom(text, unit);
    condition.number = number.value_or(0);
    const bool isSigned = measure == Measure::Number || measure == Measure::PerSecond;
    return number && (isSigned || *number >= 0)
        && (measure != Measure::Whole || std::trunc(*number) == *number);
}

} // namespace

std::optional<Milliseconds> lengthFrom(const QString &text)
{
    for (const Unit &unit : units) {
        // "5ms" ends like "5s", and is no number of seconds.
        const auto number = numberFrom(text, QString::fromLatin1(unit.text));
        if (!number)
            continue;
        const double length = *number * double(unit.milliseconds);
        if (!(length >= 1 && length <= double(longestLength)))
            return std::nullopt;
        return Milliseconds(qint64(length));
    }
    return std::nullopt;
}

QString lengthText(Milliseconds length)
{
    for (const Unit &unit : units) {
        if (length.count() % unit.milliseconds == 0)
            return QString::number(length.count() / unit.milliseconds)
                + QString::fromLatin1(unit.text);
    }
    return {};
}

QStringList alertConditionExamples()
{
    QStringList examples;
    for (const ConditionWord &word : conditionWords)
        examples << QString::fromLatin1(word.example);
    return examples;
}

std::optional<AlertCondition> alertConditionFrom(const QString &text, QString *expected)
{
    static const QRegularExpression form(u"^\\s*([a-z]+)\\s*(?:(>=|<=|>|<)\\s*(\\S.*?))?\\s*$"_s);
    const auto match = form.match(text);
    const auto word = std::find_if(
        conditionWords.begin(), conditionWords.end(), [&match](const ConditionWord &each) {
            return match.captured(1) == QLatin1String(each.text);
        });
    if (word == conditionWords.end()) {
        *expected = CoreText::tr("one of \"%1\"").arg(alertConditionExamples().join(u"\", \""_s));
        return std::nullopt;
    }
    *expected = CoreText::tr(word->expected);
    AlertCondition condition;
    condition.kind = static_cast<AlertCondition::Kind>(word - conditionWords.begin());
    const QString comparison = match.captured(2);
    if (word->measure == Measure::None)
        return comparison.isEmpty() ? std::optional(condition) : std::nullopt;
    const auto place = std::find_if(comparisonWords.begin(), comparisonWords.end(),
        [&comparison](const char *each) { return comparison == QLatin1String(each); });
    if (place == comparisonWords.end())
        return std::nullopt;
    condition.comparison = static_cast<AlertCondition::Comparison>(place - comparisonWords.begin());
    if ((word->onlyUpwards && condition.comparison > AlertCondition::Comparison::AtLeast)
        || !setMeasure(condition, word->measure, match.captured(3)))
        return std::nullopt;
    return condition;
}

bool AlertCondition::measuresTime() const
{
    return wordOf(kind).measure == Measure::Time;
}

bool AlertCondition::holdsFor(double measured) const
{
    const double bound = measuresTime() ? double(duration.count()) : number;
    switch (comparison) {
    case Comparison::More:
        return measured > bound;
    case Comparison::AtLeast:
        return measured >= bound;
    case Comparison::Less:
        return measured < bound;
    case Comparison::AtMost:
        return measured <= bound;
    }
    return false;
}

bool AlertCondition::fits(Family family) const
{
    switch (kind) {
    case Kind::Held:
    case Kind::Renewals:
    case Kind::Waiting:
        return family == Family::Lock;
    case Kind::Immortal:
    case Kind::Waiters:
        return family != Family::Counter;
    case Kind::Exhausted:
        return family == Family::Bucket;
    case Kind::Value:
    case Kind::Rate:
        return family == Family::Counter;
    case Kind::Used:
    case Kind::Gone:
        return true;
    }
    return false;
}

QString AlertCondition::text() const
{
    const ConditionWord &word = wordOf(kind);
    const QString name = QString::fromLatin1(word.text);
    if (word.measure == Measure::None)
        return name;
    QString measure = measuresTime() ? lengthText(duration) : numberText(number);
    if (word.measure == Measure::Percent)
        measure += u'%';
    else if (word.measure == Measure::PerSecond)
        measure += u"/s"_s;
    return u"%1 %2 %3"_s.arg(
        name, QString::fromLatin1(comparisonWords[static_cast<std::size_t>(comparison)]), measure);
}

} // namespace lockstep
