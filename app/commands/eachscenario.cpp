#include "app/commands/eachscenario.h"

#include "app/terminal/output.h"
#include "core/lab/loader/scenariofile.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

// The worse of two exit statuses. From good to bad they are: success, a violation, a failure, wrong
// usage; any other status is worse than these.
int worse(int one, int other)
{
    constexpr std::array byGravity{0, 3, 1, 2};
    const auto gravity = [&](int status) {
        return std::find(byGravity.begin(), byGravity.end(), status) - byGravity.begin();
    };
    return gravity(other) > gravity(one) ? other : one;
}

} // namespace

int forEachScenario(const Arguments &arguments,
    const std::function<Result<void>(const Scenario &scenario)> &isUsable,
    const std::function<CommandEnd(const ScenarioPtr &scenario, const Arguments &arguments)>
        &runOne)
{
    const QStringList names = QStringList(arguments.lab.scenario) + arguments.lab.others;
    std::vector<ScenarioPtr> scenarios;
    for (const QString &name : names) {
        const auto scenario = findScenario(name);
        if (!scenario)
            return refuse(scenario.error());
        if (const auto usable = isUsable(**scenario); !usable)
            return refuse(usable.error());
        scenarios.push_back(*scenario);
    }
    int status = 0;
    for (qsizetype i = 0; i < names.size(); ++i) {
        Arguments alone = arguments;
        alone.lab.scenario = names.at(i);
        alone.lab.others.clear();
        const bool isTitled = names.size() > 1 && !arguments.lab.json;
        const QByteArray gap = i > 0 ? "\n" : "";
        if (isTitled && !printLine(gap + names.at(i).toUtf8()))
            return 1;
        const CommandEnd end = runOne(scenarios[std::size_t(i)], alone);
        status = worse(status, end.status);
        if (end.isInterrupted) // scenarios that were not begun count as failed
            return i + 1 < names.size() ? worse(status, 1) : status;
    }
    return status;
}

} // namespace lockstep
