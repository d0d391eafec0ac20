// A part of WatchPage: the texts above the tables, and those in empty tables.

#include "ui/watch/page/watchpage.h"

#include "ui/text/listwords.h"
#include "ui/text/wording.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/watchtext/statussentence.h"
#include "ui/widgets/panel.h"

#include <algorithm>

namespace lockstep {

namespace {

// When a lock that is taken from now on is shown.
QString appearanceSentence(const WatchStatus &status)
{
    if (!status.newKeysWithin)
        return WatchPage::tr("One that is taken appears here at once.");
    const auto seconds = std::chrono::round<std::chrono::seconds>(*status.newKeysWithin).count();
    return WatchPage::tr("One that is taken appears here within about %1 s.")
        .arg(wording::number(double(seconds)));
}

} // namespace

void WatchPage::refreshTitles()
{
    for (const Pane &pane : m_panes)
        refreshPane(pane);
}

void WatchPage::refreshPane(const Pane &pane)
{
    const ItemModel &model = *pane.table->itemModel();
    const QString number = numberOfRows(pane);
    const QString note = number.isEmpty()
        ? tr("not known", "how many rows a table has")
        : tr("%1, by %2", "a number of rows, and the column they are sorted by")
              .arg(number, model.columnTitle(model.sortColumn()).toLower());
    const QString state = pane.table->isArranging() ? tr("%1 · sorting…").arg(note)
        : model.isOrderHeld()                       ? tr("%1 · order held").arg(note)
                                                    : note;
    const int problems = pane.table == table(Family::Lock) ? hiddenProblems() : 0;
    pane.panel->setNote(problems > 0
            ? tr("%n new problems", nullptr, problems) + QStringLiteral(" · ") + state
            : state);
    pane.table->setEmptyText(emptySentence(pane));
}

// The number of problems that will be listed when the pointer leaves the locks.
int WatchPage::hiddenProblems() const
{
    const Pane &pane = m_panes[problemsPane];
    return pane.panel->isHidden() ? pane.table->itemModel()->rowCount() : 0;
}

// The number of rows as text; empty if it is unknown.
QString WatchPage::numberOfRows(const Pane &pane) const
{
    const WatchStatus &status = m_shown.status;
    const qint64 total = pane.table->total();
    const bool isKnown = status.link == LinkState::Connected || (total > 0 && !m_isRecorded);
    const Completeness found = completeness(status, pane.table->itemModel()->family());
    const bool isBound = found == Completeness::Partial || found == Completeness::Hidden;
    if (!isKnown || (total == 0 && isBound))
        return {};
    const QString all = isBound ? foundNumber(total, found) : wording::number(double(total));
    const QString number = pane.table->filter().isEmpty()
        ? all
        : tr("%1 of %2").arg(wording::number(double(pane.table->shown())), all);
    return found == Completeness::Searching ? tr("%1 so far", "a number of rows").arg(number)
                                            : number;
}

QString WatchPage::recordedEmptySentence() const
{
    if (m_shown.status.link != LinkState::Connected)
        return tr("What there was at this moment is not known.");
    return m_shown.status.firstInventoryDone
        ? tr("There were none at this moment.")
        : tr("At this moment not all keys had been looked at: there may have been some.");
}

QString WatchPage::emptySentence(const Pane &pane) const
{
    const WatchStatus &status = m_shown.status;
    if (!m_filter.trouble().isEmpty())
        return m_filter.trouble();
    if (m_isRecorded && pane.table->total() == 0)
        return recordedEmptySentence();
    const Family family = pane.table->itemModel()->family();
    if (const qint64 total = pane.table->total(); total > 0) {
        const QString more = m_isRecorded ? QString() : completenessSentence(status, family, total);
        return more.isEmpty() ? tr("No key matches the filter.")
                              : tr("No key matches the filter so far.") + u'\n' + more;
    }
    const auto listing =
        std::find_if(status.missing.begin(), status.missing.end(), [](const auto &missing) {
            return missing.effect == MissingPermission::Effect::NoInventory;
        });
    if (listing != status.missing.end()) {
        return listing->cause == MissingPermission::Cause::Unknown
            ? tr("This server does not know the command SCAN, so no keys can be found.")
            : tr("This user may not list keys, so none can be found.");
    }
    if (status.link == LinkState::Connecting && !status.trouble)
        return tr("Connecting…");
    if (status.link != LinkState::Connected || status.trouble)
        return tr("Nothing is known at the moment.");
    if (const QString unknown = completenessSentence(status, family, 0); !unknown.isEmpty())
        return unknown;
    const bool hasSeen = m_hasSeen[size_t(family)];
    switch (family) {
    case Family::Counter:
        return hasSeen ? tr("There are no counters at the moment.")
                       : tr("No counters seen on this server.");
    case Family::Bucket:
        return hasSeen ? tr("There are no rate limits at the moment.")
                       : tr("No rate limits seen on this server.");
    case Family::Lock:
        return sentenceList({hasSeen ? tr("There are no locks at the moment.")
                                     : tr("No locks seen on this server."),
            appearanceSentence(status)});
    }
    return {};
}

} // namespace lockstep
