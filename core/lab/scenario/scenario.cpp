#include "core/lab/scenario/scenario.h"

#include "core/lab/scenario/keypattern.h"
#include "core/redis/values/coretext.h"

#include <QLocale>

#include <algorithm>
#include <limits>

namespace lockstep {

const QString &LocalText::in(const QString &language) const
{
    auto found = others.constFind(language);
    if (found == others.constEnd())
        found = others.constFind(language.section(u'_', 0, 0));
    return found == others.constEnd() ? en : *found;
}

bool LocalText::isCode(const QString &text)
{
    const QLocale locale(text);
    return locale.language() != QLocale::C
        && (locale.name() == text || QLocale::languageToCode(locale.language()) == text);
}

std::optional<size_t> placeOfFamily(const QByteArray &family)
{
    const auto *const found = std::find(scenarioFamilies.begin(), scenarioFamilies.end(), family);
    if (found == scenarioFamilies.end())
        return std::nullopt;
    return size_t(found - scenarioFamilies.begin());
}

bool Check::takesMissingKeyForZero(bool wasMadeBySetup) const
{
    const bool isOfValue = kind == Kind::ValueAtLeast || kind == Kind::ValueAtMost;
    return isOfValue && (when == When::Finally || wasMadeBySetup)
        && !isKeyPattern({name.constData(), size_t(name.size())});
}

const Parameter *Scenario::parameter(const QByteArray &name) const
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [&](const Parameter &each) { return each.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

Settings Scenario::defaults() const
{
    Settings settings;
    for (const Parameter &each : parameters)
        settings[each.name] = each.value;
    return settings;
}

Settings Scenario::freeDefaults() const
{
    Settings settings = defaults();
    for (const auto &[name, value] : free.settings)
        settings[name] = value;
    return settings;
}

Settings Scenario::fitted(const Settings &settings, Settings usual) const
{
    for (const auto &[name, value] : settings) {
        if (const Parameter *const each = parameter(name))
            usual[name] = std::clamp(value, each->minimum, each->maximum);
    }
    return usual;
}

int Scenario::clientCount(const Settings &settings) const
{
    qint64 count = 0;
    for (const Role &role : roles)
        count += std::max<qint64>(0, role.count.in(settings));
    return int(std::min<qint64>(count, std::numeric_limits<int>::max()));
}

Result<void> checkSettings(const Scenario &scenario, const Settings &settings)
{
    const auto failed = [](const QByteArray &sentence) {
        return failure(ErrorCode::BadInput, QString::fromUtf8(sentence));
    };
    for (const auto &[name, value] : settings) {
        const Parameter *const parameter = scenario.parameter(name);
        if (!parameter) {
            std::vector<QByteArray> names;
            QByteArray list;
            for (const Parameter &each : scenario.parameters)
                list += (list.isEmpty() ? "" : ", ") + each.name;
            return failed(
                CoreText::bytes(CoreText::tr("the scenario %1 has no parameter “%2”; it has %3"),
                    scenario.id, name, list.isEmpty() ? CoreText::tr("none").toUtf8() : list));
        }
        if (value < parameter->minimum || value > parameter->maximum)
            return failed(CoreText::bytes(CoreText::tr("%1 = %2; possible is %3 to %4"), name,
                QByteArray::number(value), QByteArray::number(parameter->minimum),
                QByteArray::number(parameter->maximum)));
    }
    Settings complete = scenario.defaults();
    for (const auto &[name, value] : settings)
        complete[name] = value;
    const int clients = scenario.clientCount(complete);
    if (clients < 1 || clients > 5000)
        return failed(
            CoreText::bytes(CoreText::tr("these settings make %1 clients; possible are 1 to 5000"),
                QByteArray::number(clients)));
    return {};
}

} // namespace lockstep
