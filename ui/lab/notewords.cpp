// What takes something away from a verdict without being one: a check that was about nothing, a
// round that ended while clients were still waiting. "Held" alone would be true, and mislead.

#include "ui/lab/verdictwords.h"
#include "ui/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockstep {

namespace {

class VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::VerdictWords)
};

QString listOf(const std::set<QByteArray> &names)
{
    constexpr int most = 5;
    QStringList list;
    for (const QByteArray &name : names) {
        if (list.size() == most)
            return list.join(QStringLiteral(", ")) + QStringLiteral(", …");
        list << wording::key(name, 40);
    }
    return list.isEmpty() ? VerdictWords::tr("nothing", "names that were marked")
                          : list.join(QStringLiteral(", "));
}

QString unmarkedWord(const Check &check, const QByteArray &unmarked, const Marked &marked)
{
    const QString name = wording::key(unmarked, 40);
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        return VerdictWords::tr("nobody entered “%1”; entered were: %2")
            .arg(name, listOf(marked.entered));
    case Check::Kind::InOrder:
        return VerdictWords::tr("there was no event “%1”; events were: %2")
            .arg(name, listOf(marked.events));
    case Check::Kind::AdmittedAtMost: {
        std::set<QByteArray> both = marked.events;
        both.insert(marked.counted.begin(), marked.counted.end());
        return VerdictWords::tr("there was no event or count “%1”; there were: %2")
            .arg(name, listOf(both));
    }
    default:
        return VerdictWords::tr("nobody counted “%1”; counted were: %2")
            .arg(name, listOf(marked.counted));
    }
}

// Of the round in which the most clients were left.
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

QString unmarkedWords(const Check &check, const Marked &marked)
{
    QStringList words;
    for (const QByteArray &name : unmarkedNames(check, marked))
        words << unmarkedWord(check, name, marked);
    return words.join(QStringLiteral("; "));
}

QString leftWords(const Run &run)
{
    const auto &rounds = run.history.rounds;
    const auto worst = std::max_element(rounds.begin(), rounds.end(),
        [](const Round &a, const Round &b) { return a.unfinished < b.unfinished; });
    if (worst == rounds.end() || worst->unfinished == 0)
        return {};
    if (rounds.size() == 1)
        return leftInARound(*worst);
    return VerdictWords::tr("in round %1 %2", "round, and who was left in it")
        .arg(wording::number(double(worst - rounds.begin() + 1)), leftInARound(*worst));
}

} // namespace lockstep
