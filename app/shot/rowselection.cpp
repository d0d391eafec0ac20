#include "app/shot/rowselection.h"

#include "ui/watch/page/watchpage.h"
#include "ui/watch/tables/itemtable.h"

#include <algorithm>

namespace lockstep {

bool selectMostRenewed(const WatchPage &page)
{
    const Snapshot &shown = page.shownSnapshot();
    const auto rank = [](const ItemPtr &item) { // what only may be a lock comes last
        return std::pair(item->confidence == Confidence::Certain, item->renewals);
    };
    for (const auto &[family, items] : {std::pair(Family::Lock, shown.locks),
             {Family::Counter, shown.counters}, {Family::Bucket, shown.buckets}}) {
        const auto most = std::max_element(items->begin(), items->end(),
            [rank](const ItemPtr &a, const ItemPtr &b) { return rank(a) < rank(b); });
        if (most == items->end())
            continue;
        page.table(family)->selectKey((*most)->key);
        return true;
    }
    return false;
}

} // namespace lockstep
