// What is written above the tables, and in one that is empty.

#include "ui/watch/watchpage.h"

#include "ui/panel.h"
#include "ui/watch/itemtable.h"
#include "ui/wording.h"

#include <algorithm>

namespace lockstep {

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
    const QString number = model.filter().isEmpty() ? total : tr("%1 of %2").arg(count, total);
    const QString note = tr("%1, by %2", "a number of rows, and the column they are sorted by")
                             .arg(number, model.columnTitle(model.sortColumn()).toLower());
    pane.panel->setNote(model.isOrderHeld() ? tr("%1 · order held").arg(note) : note);
    pane.table->setEmptyText(emptySentence(pane));
}

QString WatchPage::emptySentence(const Pane &pane) const
{
    const WatchStatus &status = m_shown.status;
    if (pane.table->total() > 0)
        return tr("No key matches the filter.");
    const auto listing =
        std::find_if(status.missing.begin(), status.missing.end(), [](const auto &missing) {
            return missing.effect == MissingPermission::Effect::NoInventory;
        });
    if (listing != status.missing.end())
        return tr("This user may not list keys, so none can be found.");
    if (status.link == LinkState::Connecting)
        return tr("Connecting…");
    if (status.inventoryRunning)
        return tr("Looking through the keys…");
    switch (pane.table->itemModel()->family()) {
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
