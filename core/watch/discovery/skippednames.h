#pragma once

#include "core/watch/discovery/negativecache.h"
#include "core/watch/discovery/oversizedkeys.h"
#include "core/watch/discovery/rulechanges.h"

#include <QByteArray>
#include <QHashFunctions>
#include <QObject>
#include <QTimer>

#include <unordered_set>
#include <vector>

namespace lockstep {

// Names that are not looked at for now, because a look has told that they are nothing, that this
// user may not read them, or that they are too large.
class SkippedNames : public QObject
{
    Q_OBJECT

public:
    SkippedNames(const RuleChanges *rules, QObject *parent); // borrowed

    // Whether every change of every key is announced; else a few of the names that were nothing are
    // looked at again in each pass.
    void setAllAnnounced(bool all) { m_allAnnounced = all; }
    void startPass() { m_repeatedLooks = 0; }
    // Whether the name is skipped; if not, it may be probed. A name that was announced too soon
    // after it was dismissed is skipped now and reported by announcedAgain() later.
    [[nodiscard]] bool isSkipped(const QByteArray &key, bool announced);

    void dismiss(const QByteArray &key); // it is nothing of ours
    void noteGone(const QByteArray &key); // a look has told that it does not exist
    void refuse(const QByteArray &key); // this user may not read it
    void forgetDismissedAndRefused();
    void stop();

    OversizedKeys &oversized() { return m_oversized; }
    [[nodiscard]] const OversizedKeys &oversized() const { return m_oversized; }

Q_SIGNALS:
    void announcedAgain(const QByteArray &key);

private:
    [[nodiscard]] bool isDismissed(const QByteArray &key);
    void announceWaiting();

    const RuleChanges *m_rules;
    NegativeCache m_dismissed;
    OversizedKeys m_oversized;
    std::unordered_set<QByteArray> m_refused;
    std::unordered_set<QByteArray> m_toAnnounce; // announced too soon after they were dismissed
    QTimer m_announceTimer;
    bool m_allAnnounced = false;
    std::size_t m_repeatedLooks = 0; // at dismissed names, in this pass
};

} // namespace lockstep
