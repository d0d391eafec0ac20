// What is written above the tables, and in one that is empty.

#include "ui/watch/page/watchpage.h"

#include "ui/text/wording.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/panel.h"

#include <algorithm>

namespace lockstep {

namespace {

// Whether objects may be there that cannot be seen for lack of a command.
bool mayHide(const std::vector<MissingPermission> &missing, Family family)
{
    using enum MissingPermission::Effect;
    return std::any_of(missing.begin(), missing.end(), [family](const MissingPermission &each) {
        return each.effect == NoType || each.effect == NoValue || each.effect == NoReplica
            || (each.effect == NoTtl && family == Family::Bucket);
    });
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
    const QString count = wording::number(double(pane.table->shown()));
    const QString total = wording::number(double(pane.table->total()));
    const QString number =
        pane.table->filter().isEmpty() ? total : tr("%1 of %2").arg(count, total);
    const QString note = tr("%1, by %2", "a number of rows, and the column they are sorted by")
                             .arg(number, model.columnTitle(model.sortColumn()).toLower());
    pane.panel->setNote(pane.table->isArranging() ? tr("%1 · sorting…").arg(note)
            : model.isOrderHeld()                 ? tr("%1 · order held").arg(note)
                                                  : note);
    pane.table->setEmptyText(emptySentence(pane));
}

QString WatchPage::emptySentence(const Pane &pane) const
{
    const WatchStatus &status = m_shown.status;
    if (!m_filter.trouble().isEmpty())
        return m_filter.trouble();
    if (pane.table->total() > 0)
        return tr("No key matches the filter.");
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
    if (status.inventoryRunning)
        return tr("Looking through the keys…");
    const Family family = pane.table->itemModel()->family();
    if (mayHide(status.missing, family))
        return tr("Whether there are any is not known: a command that is needed cannot be used "
                  "here. The Server page names it.");
    switch (family) {
    case Family::Counter:
        return tr("No counters seen on this server.");
    case Family::Bucket:
        return tr("No rate limits seen on this server.");
    case Family::Lock:
        return tr("No locks seen on this server. One that is taken appears here at once.");
    }
    return {};
}

} // namespace lockstep
