#pragma once

#include <QByteArrayView>
#include <QSet>

namespace lockstep {

// Whether one of the words (lower case) is in the name as a whole word: "page_view", "pageViews"
// and "lock:42" have view, views and lock; "clock" and "blocked" have none of them.
bool hasWord(QByteArrayView name, const QSet<QByteArray> &words);

} // namespace lockstep
