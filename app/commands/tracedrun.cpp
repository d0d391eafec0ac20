#include "app/commands/tracedrun.h"

#include "app/arguments/labarguments.h"

namespace lockstep {

namespace {

// Only what differs from the scenario's own, as everywhere on the command line.
QStringList settingWords(const TracedViolation &traced)
{
    QStringList words;
    const Settings own = traced.scenario->defaults();
    for (const auto &[name, value] : traced.options.settings) {
        const QString number = QString::number(value);
        if (name == "clients")
            words << QStringLiteral("--clients") << number;
        else if (own.at(name) != value)
            words << QStringLiteral("--set") << QString::fromUtf8(name) + u'=' + number;
    }
    return words;
}

QStringList boundWords(const TracedViolation &traced)
{
    const Bounds &own = traced.scenario->bounds;
    const Bounds &now = traced.options.bounds;
    QStringList words;
    for (const Bound &each : allBounds) {
        if (own.*each.value != now.*each.value)
            words << optionOf(each) << QString::number(now.*each.value);
    }
    if (traced.options.assumptions.size() != traced.scenario->assumptions.size())
        words << QStringLiteral("--no-assumptions");
    return words;
}

QString quoted(const QString &word)
{
    static const QString plain = QStringLiteral("-_./=");
    const bool isPlain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar each) {
        return each.isLetterOrNumber() || plain.contains(each);
    });
    return isPlain ? word : u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

} // namespace

Traces tracesOf(const Run &run, const std::function<bool()> &goOn)
{
    Traces traces(run.results.size());
    for (size_t i = 0; i < run.results.size(); ++i) {
        if (run.results[i].outcome == CheckOutcome::Violated && run.results[i].first && goOn())
            traces[i] = traceViolation(run, i, goOn);
    }
    return traces;
}

QString replayCommand(const TracedViolation &traced, const QString &scenario)
{
    QStringList words{QStringLiteral("lockstep"), QStringLiteral("lab"), QStringLiteral("replay"),
        quoted(scenario)};
    words << settingWords(traced) << boundWords(traced) << u'"' + traceText(traced.trace) + u'"';
    return words.join(u' ');
}

} // namespace lockstep
