// The part of SteppedRuns that keeps closed runs, and the runs of scenarios that are not shown.
// Such a run is stored as its trace, without a server, and is replayed when the user looks at it.

#include "ui/lab/step/steppedruns.h"

#include <QCryptographicHash>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t mostClosed = 20; // closed runs of one scenario that can be opened again

QByteArray hashOf(const Scenario &scenario)
{
    return QCryptographicHash::hash(scenario.source, QCryptographicHash::Sha256).toHex();
}

} // namespace

// Does not keep a run without steps, because a new run would be the same.
void SteppedRuns::keepClosed(const KeptRun &run)
{
    if (run.trace.empty())
        return;
    m_closed.push_back(run);
    if (m_closed.size() > mostClosed)
        m_closed.erase(m_closed.begin());
}

void SteppedRuns::reopen()
{
    if (!canReopen())
        return;
    const KeptRun kept = m_closed.back();
    m_closed.pop_back();
    addKept(kept);
    choose(int(m_open.size()) - 1);
}

void SteppedRuns::addKept(const KeptRun &kept)
{
    OpenRun run;
    run.number = kept.number;
    run.from = kept.from;
    run.fromStep = kept.fromStep;
    run.origin = kept.origin;
    run.asked = kept.options;
    run.asked.settings = m_scenario->fitted(kept.options.settings, m_scenario->defaults());
    run.set = m_options;
    run.wanted = kept.trace;
    run.wantedStep = kept.step;
    m_lastNumber = std::max(m_lastNumber, kept.number);
    m_open.push_back(std::move(run));
    Q_EMIT opened();
}

void SteppedRuns::openIfKept()
{
    OpenRun *run = editableRun();
    if (!run || run->id != 0 || !m_scenario)
        return;
    run->id = ++m_lastId;
    run->awaited = 1;
    const int id = run->id;
    const ExploreOptions options = run->asked;
    const Trace wanted = run->wanted;
    const bool isOfOtherSource = !std::exchange(m_otherSource, {}).isEmpty();
    Q_EMIT begun();
    Q_EMIT openRequested(id, m_scenario, options, wanted);
    if (isOfOtherSource)
        Q_EMIT halted([] {
            return tr("The file was changed since these runs were stepped. They go the same way "
                      "again with what it says now, as far as that is possible.");
        });
}

KeptRuns SteppedRuns::keptRuns() const
{
    KeptRuns kept;
    kept.source = m_otherSource.isEmpty() ? hashOf(*m_scenario) : m_otherSource;
    for (const OpenRun &each : m_open)
        kept.open.push_back(each.kept());
    kept.closed = m_closed;
    kept.current = std::max(0, m_current);
    kept.lastNumber = m_lastNumber;
    const bool isUntouched =
        kept.closed.empty() && kept.open.size() == 1 && kept.open.front().trace.empty();
    return isUntouched ? KeptRuns() : kept;
}

void SteppedRuns::keepOpenRuns()
{
    if (m_scenario && !m_open.empty())
        m_keptRuns[m_key] = keptRuns();
    closeAll();
    m_closed.clear();
}

void SteppedRuns::takeKeptRuns()
{
    const auto found = m_keptRuns.find(m_key);
    if (found == m_keptRuns.end())
        return;
    const KeptRuns kept = std::move(found->second);
    m_keptRuns.erase(found);
    for (const KeptRun &each : kept.open)
        addKept(each);
    m_closed = kept.closed;
    m_lastNumber = std::max(m_lastNumber, kept.lastNumber);
    m_current = std::min(kept.current, int(m_open.size()) - 1);
    m_otherSource.clear();
    if (!m_open.empty() && kept.source != hashOf(*m_scenario))
        m_otherSource = kept.source;
}

std::map<QString, KeptRuns> SteppedRuns::kept() const
{
    std::map<QString, KeptRuns> all = m_keptRuns;
    if (m_scenario && !m_open.empty())
        all[m_key] = keptRuns();
    std::erase_if(all, [](const auto &each) { return each.second == KeptRuns(); });
    return all;
}

void SteppedRuns::restore(std::map<QString, KeptRuns> kept)
{
    m_keptRuns = std::move(kept);
}

} // namespace lockstep
