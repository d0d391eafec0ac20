#pragma once

#include "core/watch/items/journal.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace lockstep {

// Shows desktop notifications for alerts that fire, over org.freedesktop.Notifications. If there is
// no session bus, or nobody on it shows notifications, nothing happens: the window shows all alerts
// anyway.
class AlertNotifier : public QObject
{
    Q_OBJECT

public:
    // The time between two notifications. Alerts that fire meanwhile are in the next one together.
    static constexpr std::chrono::seconds pause{5};
    // Alerts named in a notification; the others are only counted.
    static constexpr qsizetype mostLines = 3;

    explicit AlertNotifier(QObject *parent = nullptr);

    // Queues the alerts that fired in these entries, and drops those that are over before they were
    // shown. Entries that are not about alerts are ignored.
    void note(const std::vector<JournalEntry> &journal);
    // Drops what was not shown yet: the user sees the window, or another server is watched.
    void forget();

private:
    struct Waiting
    {
        AlertRulePtr rule;
        QByteArray key;
        std::optional<double> value;
    };
    void showWaiting();

    std::vector<Waiting> m_waiting; // oldest first
    QTimer m_pause;
};

} // namespace lockstep
