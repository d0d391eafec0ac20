#include "ui/lab/words/parameterwords.h"

#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lockstep {

namespace {

class ParameterWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ParameterWords)
};

struct Word
{
    const char *name;
    const char *word;
};

constexpr Word usual[] = {
    {"attempts", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Attempts")},
    {"capacity", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Capacity")},
    {"clients", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Clients")},
    {"devices", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Devices")},
    {"holders", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Holders")},
    {"interval", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Interval")},
    {"lease", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Lease")},
    {"limit", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Limit")},
    {"max", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "At most")},
    {"permits", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Permits")},
    {"quorum", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Majority")},
    {"refill", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Refill")},
    {"period", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Period")},
    {"requests", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Requests")},
    {"retries", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Retries")},
    {"servers", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "App servers")},
    {"size", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Size")},
    {"sleep", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Sleep")},
    {"stock", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Stock")},
    {"timeout", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Time-out")},
    {"tries", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Tries")},
    {"ttl", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "TTL")},
    {"users", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Users")},
    {"wait", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Wait")},
    {"waiters", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Waiters")},
    {"window", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Window")},
    {"work", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Work")},
};

constexpr Word families[] = {
    {"counter", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Counters")},
    {"stock", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Stock")},
    {"lock", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Locks")},
    {"fencing", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Fencing, Redlock")},
    {"limiter", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Limiters")},
    {"bounded", QT_TRANSLATE_NOOP("lockstep::ParameterWords", "Bounded counters")},
};
static_assert(std::equal(scenarioFamilies.begin(), scenarioFamilies.end(), std::begin(families),
                  std::end(families),
                  [](std::string_view family, const Word &word) { return family == word.name; }),
    "every family of scenarios has its title, in the same order");

template <std::size_t Count> QString wordOf(const Word (&words)[Count], const QByteArray &name)
{
    for (const Word &word : words) {
        if (name == word.name)
            return ParameterWords::tr(word.word);
    }
    QString own = wording::key(name, 40);
    own.replace(u'_', u' ');
    if (!own.isEmpty())
        own[0] = own.at(0).toUpper();
    return own;
}

} // namespace

QString scenarioTitle(const Scenario &scenario, const QString &language)
{
    const QString &title = scenario.title.in(language);
    return wording::key(title.isEmpty() ? scenario.id : title.toUtf8(), 120);
}

QString parameterLabel(const Parameter &parameter, const QString &language)
{
    const QString &own = parameter.label.in(language);
    return own.isEmpty() ? wordOf(usual, parameter.name) : wording::key(own.toUtf8(), 60);
}

QString settingsWords(const Scenario &scenario, const Settings &settings, const QString &language)
{
    QStringList values;
    for (const Parameter &each : scenario.parameters) {
        if (const auto found = settings.find(each.name); found != settings.end())
            values << QStringLiteral("%1 %2 %3")
                          .arg(parameterLabel(each, language),
                              wording::number(double(found->second)), QString::fromUtf8(each.unit))
                          .trimmed();
    }
    return commaList(values);
}

QString parameterRange(const Parameter &parameter)
{
    const QString range = ParameterWords::tr("%1–%2", "range")
                              .arg(wording::number(double(parameter.minimum)),
                                  wording::number(double(parameter.maximum)));
    return parameter.unit.isEmpty() ? range : range + u' ' + QString::fromUtf8(parameter.unit);
}

QString familyTitle(const QByteArray &family)
{
    return wordOf(families, family);
}

} // namespace lockstep
