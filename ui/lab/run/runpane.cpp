// Cursor and selection follow each other. m_moving keeps the one that follows from answering: many
// operations share a moment, so the way back could select another row.
//
// runpanelayout.cpp has the layout, connects the parts and has their texts.

#include "ui/lab/run/runpane.h"

#include "ui/lab/table/operationsmodel.h"
#include "ui/lab/table/operationstable.h"
#include "ui/lab/timeline/timeline.h"
#include "ui/lab/verdict/checkslist.h"
#include "ui/lab/verdict/verdictheader.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/quiettabs.h"

#include <QLabel>
#include <QLayout>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QSplitter>

#include <algorithm>

namespace lockstep {

void RunPane::setNothing(const QString &title, const QString &words, const QString &below)
{
    setRun(nullptr, {});
    m_empty->setText(below);
    m_header->setNothing(title, words);
}

void RunPane::clear()
{
    setNothing({}, {}, {});
}

void RunPane::setProgress(const RunProgress &progress)
{
    if (m_run)
        setRun(nullptr, {});
    m_empty->clear();
    m_header->setProgress(progress);
}

void RunPane::setRun(const RunPtr &run, const QString &title)
{
    m_run = run;
    m_title = title;
    m_round = 0;
    m_violation = -1;
    m_index.reset();
    const auto rounds = run ? int(run->history.rounds.size()) : 0;
    m_rounds->setVisible(rounds > 1);
    m_clients->setVisible(run && m_tabs->currentIndex() == 0);
    m_split->setVisible(rounds > 0);
    m_empty->setVisible(rounds == 0);
    m_checks->setRun(run);
    fillClients();
    if (run)
        m_header->setVerdict(verdictOf(*run), title);
    if (rounds == 0) {
        m_model->setRound(nullptr, 0, nullptr);
        m_timeline->setRun(nullptr, 0);
        Q_EMIT placesChanged({});
        return;
    }
    {
        const QSignalBlocker blocker(m_roundField);
        m_roundField->setRange(1, rounds);
    }
    describeRounds();
    if (const int leading = leadingViolation(*run); leading >= 0)
        showViolation(leading);
    else
        showRound(nearestKept(0));
}

void RunPane::describeRounds()
{
    const std::vector<Round> &rounds = m_run->history.rounds;
    const auto kept =
        std::count_if(rounds.begin(), rounds.end(), [](const Round &each) { return each.isKept; });
    const auto all = std::ssize(rounds);
    const QString count = tr("of %1").arg(wording::number(double(all)));
    m_roundCount->setText(kept == all
            ? count
            : tr("%1 (%2 kept)", "of 900 (120 kept)").arg(count, wording::number(double(kept))));
    m_roundCount->setToolTip(kept == all
            ? QString()
            : tr("A long run keeps the operations of its newest rounds, and of those in which a "
                 "check first failed. All rounds were checked and are counted."));
    m_rounds->layout()->invalidate(); // while hidden, it was not notified of the new texts
    m_rounds->setFixedWidth(m_rounds->layout()->sizeHint().width());
    arrangeTableRow();
}

// The nearest round, in the direction of the change, whose operations are still kept.
int RunPane::nearestKept(int round) const
{
    const std::vector<Round> &rounds = m_run->history.rounds;
    const int step = round < m_round ? -1 : 1;
    for (int each = round; each >= 0 && each < int(rounds.size()); each += step) {
        if (rounds[std::size_t(each)].isKept)
            return each;
    }
    return m_round;
}

void RunPane::showRoundNumber(int round)
{
    if (m_run && round != m_round && round < int(m_run->history.rounds.size()))
        showRound(nearestKept(round));
}

void RunPane::fillClients()
{
    const QSignalBlocker blocker(m_clients);
    m_clients->clear();
    m_model->setClient(none);
    m_timeline->setShownClients({});
    QStringList names{tr("All clients")};
    if (m_run) {
        for (const Participant &client : m_run->history.clients)
            names << QString::fromUtf8(client.name);
    }
    m_clients->addItems(names);
}

void RunPane::showRound(int round)
{
    m_round = round;
    m_index = std::make_shared<const RoundIndex>(m_run->history, round);
    {
        const QSignalBlocker blocker(m_roundField);
        m_roundField->setValue(round + 1);
    }
    m_model->setRound(m_run, round, m_index);
    m_tabs->setTabText(0, tr("Operations (%1)").arg(wording::number(double(m_index->count()))));
    m_timeline->setRun(m_run, round);
    tellPlaces(m_timeline->cursor());
    Q_EMIT roundShown(round);
}

// The clients that the violation names get the first lanes, with the culprit on top.
void RunPane::showViolation(int check)
{
    const CheckResult &result = m_run->results.at(std::size_t(check));
    const Violation &violation = *result.first;
    if (!m_index || violation.round != m_round)
        showRound(violation.round);
    QList<quint32> named = violation.clients;
    if (violation.culprit != none) {
        named.removeAll(violation.culprit);
        named.prepend(violation.culprit);
    }
    m_timeline->setFirstClients(named);
    m_timeline->goTo(violation.at);
    const bool hasProof = !violation.operations.isEmpty();
    const quint32 proof =
        hasProof ? violation.operations.last() : m_index->operationAt(violation.at);
    m_table->showRow(m_model->rowOf(proof));
    tellPlaces(violation.at);
    if (result.outcome == CheckOutcome::Violated)
        m_violation = check;
    Q_EMIT violationShown(check);
}

std::chrono::nanoseconds RunPane::roundLength() const
{
    if (!m_run || !m_index)
        return {};
    const Round &round = m_run->history.rounds.at(std::size_t(m_round));
    return std::chrono::nanoseconds(round.end - round.begin);
}

void RunPane::makeRoom(std::chrono::nanoseconds length)
{
    if (m_run && m_index)
        m_timeline->makeRoomUntil(begin() + length.count());
}

void RunPane::showRange(Moment from, Moment until)
{
    if (m_run && m_index)
        m_timeline->showRange(begin() + from, begin() + until);
}

Moment RunPane::begin() const
{
    return m_run->history.rounds.at(std::size_t(m_round)).begin;
}

void RunPane::goTo(quint32 operation)
{
    if (!m_run || operation == none || m_moving)
        return;
    const QScopedValueRollback moving(m_moving, true);
    const Operation &chosen = m_run->history.operations.at(operation);
    const Moment at = chosen.returned == never ? chosen.called : chosen.returned;
    m_timeline->setCursorAt(at);
    m_table->showRow(m_model->rowOf(operation));
    tellPlaces(at);
    Q_EMIT lineChosen(chosen.line);
}

void RunPane::onCursorMoved(Moment at)
{
    if (!m_index || m_moving)
        return;
    const QScopedValueRollback moving(m_moving, true);
    m_table->showRow(m_model->rowOf(m_index->operationAt(at)));
    tellPlaces(at);
}

void RunPane::tellPlaces(Moment at)
{
    std::map<int, QStringList> places;
    for (quint32 client = 0; m_index && client < m_run->history.clients.size(); ++client) {
        const int line = lineOf(m_index->presentOperation(client, at));
        if (line > 0)
            places[line] << QString::fromUtf8(m_run->history.clients[client].name);
    }
    Q_EMIT placesChanged(places);
}

int RunPane::lineOf(quint32 operation) const
{
    return m_run && operation < m_run->history.operations.size()
        ? m_run->history.operations[operation].line
        : 0;
}

void RunPane::setTableShown(bool shown)
{
    m_below->setVisible(shown);
}

void RunPane::markLine(int line)
{
    m_model->setMarkedLine(line);
    m_timeline->markLine(line);
}

void RunPane::goToLine(int line)
{
    markLine(line);
    const int rows = m_model->rowCount();
    const int from = m_table->currentIndex().row();
    for (int step = 1; step <= rows; ++step) {
        const int row = (std::max(from, -1) + step) % rows;
        if (lineOf(m_model->operation(row)) == line)
            return goTo(m_model->operation(row));
    }
}

} // namespace lockstep
