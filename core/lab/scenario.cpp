#include "core/lab/scenario.h"

#include <algorithm>
#include <limits>

namespace lockstep {

const QList<QByteArray> &scenarioFamilies()
{
    static const QList<QByteArray> families{
        "counter", "stock", "lock", "fencing", "limiter", "bounded"};
    return families;
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

int Scenario::clientCount(const Settings &settings) const
{
    qint64 count = 0;
    for (const Role &role : roles)
        count += std::max<qint64>(0, role.count.in(settings));
    return int(std::min<qint64>(count, std::numeric_limits<int>::max()));
}

} // namespace lockstep
