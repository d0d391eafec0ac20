// Implements unmarkedWords(), noNumberWords(), otherCountsWords() and unfinishedClientsWords():
// the reservations beside a verdict. A check may have had nothing to judge, or a round may have
// ended while clients were still waiting. "Held" alone would then be true but misleading.

#include "ui/lab/words/verdictwords.h"
#include "ui/text/listwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

QString listOf(const std::set<QByteArray> &names)
{
    constexpr int most = 5;
    QStringList list;
    for (const QByteArray &name : names) {
        if (list.size() == most) {
            list << QStringLiteral("…");
            break;
        }
        list << wording::key(name, 40);
    }
    return nameList(list);
}

QString unmarkedWord(const Check &check, const QByteArray &unmarked, const MarkedNames &marked)
{
    const QString name = wording::key(unmarked, 40);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return marked.entered.empty()
            ? VerdictWords::tr("nobody entered “%1”, or anything else").arg(name)
            : VerdictWords::tr("nobody entered “%1”, only %2").arg(name, listOf(marked.entered));
    case Check::Kind::InOrder:
        return marked.events.empty()
            ? VerdictWords::tr("there was no event “%1”, nor any other").arg(name)
            : VerdictWords::tr("there was no event “%1”, only %2").arg(name, listOf(marked.events));
    case Check::Kind::AdmittedAtMost: {
        std::set<QByteArray> both = marked.events;
        both.insert(marked.counted.begin(), marked.counted.end());
        return both.empty()
            ? VerdictWords::tr("there was no event or count “%1”, nor any other").arg(name)
            : VerdictWords::tr("there was no event or count “%1”, only %2").arg(name, listOf(both));
    }
    default:
        return marked.counted.empty()
            ? VerdictWords::tr("nobody counted “%1”, or anything else").arg(name)
            : VerdictWords::tr("nobody counted “%1”, only %2").arg(name, listOf(marked.counted));
    }
}

} // namespace

QString otherCountsWords(const MarkedNames &marked)
{
    return marked.counted.empty() ? QString()
                                  : VerdictWords::tr("counted: %1").arg(listOf(marked.counted));
}

namespace {

// Says how many clients did not finish in the round, and whether they wait for ever.
QString leftInARound(const Round &round)
{
    if (round.stuck)
        return VerdictWords::tr("%n client(s) wait for ever", nullptr, int(round.waiting));
    return round.waiting > 0
        ? VerdictWords::tr("%n client(s) were still waiting when the round was cut off", nullptr,
            int(round.waiting))
        : VerdictWords::tr("%n client(s) had not finished when the round was cut off", nullptr,
            int(round.unfinished));
}

} // namespace

QString unmarkedWords(const Check &check, const MarkedNames &marked)
{
    QStringList words;
    for (const QByteArray &name : unmarkedNames(check, marked))
        words << unmarkedWord(check, name, marked);
    return clauseList(words);
}

QString noNumberWords(const Check &check)
{
    const bool isSum = check.kind == Check::Kind::SumEquals; // of a count and a key
    return VerdictWords::tr("“%1” held something that is no number")
        .arg(wording::key(isSum ? check.other : check.name, 40));
}

QString unfinishedClientsWords(const Run &run)
{
    const auto &rounds = run.history.rounds;
    const auto worst = std::max_element(rounds.begin(), rounds.end(),
        [](const Round &a, const Round &b) { return a.unfinished < b.unfinished; });
    if (worst == rounds.end() || worst->unfinished == 0)
        return {};
    if (rounds.size() == 1)
        return leftInARound(*worst);
    return VerdictWords::tr("%1 (round %2)", "who was left in a round, and in which")
        .arg(leftInARound(*worst), wording::number(double(worst - rounds.begin() + 1)));
}

} // namespace lockstep
