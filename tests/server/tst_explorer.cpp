#include "core/lab/explorer.h"

#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

class TestExplorer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void probe();
};

void TestExplorer::probe()
{
    const QStringList args = QString::fromUtf8(qgetenv("PROBE")).split(u' ');
    auto scenario = findScenario(args[0]);
    QVERIFY2(scenario, scenario ? "" : qPrintable(scenario.error().detail));
    ExploreOptions options;
    options.settings = (*scenario)->defaults();
    options.bounds = (*scenario)->bounds;
    options.assumptions = (*scenario)->assumptions;
    for (int i = 1; i < args.size(); ++i) {
        const auto pair = args[i].split(u'=');
        const int n = pair[1].toInt();
        if (pair[0] == u"T") options.bounds.time = n;
        else if (pair[0] == u"X") options.bounds.crashes = n;
        else if (pair[0] == u"P") options.bounds.pauses = n;
        else if (pair[0] == u"N") options.bounds.restarts = n;
        else if (pair[0] == u"F") options.bounds.failovers = n;
        else if (pair[0] == u"merge") options.mergeStates = n;
        else if (pair[0] == u"remember") options.rememberAnswers = n;
        else if (pair[0] == u"assume") { if (!n) options.assumptions.clear(); else if (n==1) options.assumptions = {Assumption::WorkShorterThanLease}; else options.assumptions={Assumption::TimersOnTime}; }
        else options.settings[pair[0].toUtf8()] = n;
    }
    Explorer explorer(*scenario, options);
    const auto found = explorer.explore();
    QVERIFY2(found, found ? "" : qPrintable(found.error().detail));
    fprintf(stderr, "%s: finding %d, %s interleavings, %s violating, %s undecided, %lld states %lld transitions %lld executed, %.3f s, %lld bytes/state%s%s\n",
        qgetenv("PROBE").constData(),
        int(found->finding), found->interleavings.constData(), found->violating.constData(),
        found->undecided.constData(), found->states, found->transitions, found->executed,
        double(found->took.count()) / 1e9, found->memory / found->states, found->endless ? " ENDLESS" : "", found->outOfMemory ? " OOM" : "");
    for (const auto &check : found->checks) {
        fprintf(stderr, "   %s: %d, %s violating", check.check.words.constData(), int(check.finding), check.violating.constData());
        if (check.counterexample)
            fprintf(stderr, " %d/%d/%d %s", check.counterexample->environment, check.counterexample->preemptions,
                check.counterexample->steps, qPrintable(traceText(check.counterexample->trace)));
        fprintf(stderr, "\n");
    }
}

QTEST_GUILESS_MAIN(TestExplorer)
#include "tst_explorer.moc"
