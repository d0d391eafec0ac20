#pragma once

#include "core/watch/items/journal.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace lockstep {

// Has the desktop show that alerts fire, by org.freedesktop.Notifications. Where there is no
// session bus, or nobody on it shows notifications, nothing happens: the window has them all.
class AlertNotifier : public QObject
{
    Q_OBJECT

public:
    // Between two notifications; what fires meanwhile comes together in the next one.
    static constexpr std::chrono::seconds pause{5};
    static constexpr qsizetype mostLines = 3; // of one notification; the others are counted

    explicit AlertNotifier(QObject *parent = nullptr);

    // What is over before it was shown is not shown. Lines that are not of alerts do nothing.
    void note(const std::vector<JournalEntry> &journal);
    void forget(); // what was not shown yet: it is seen, or another server is watched

private:
    struct Waiting
    {
        AlertRulePtr rule;
        QByteArray key;
        std::optional<double> value;
    };
    void showWaiting();

    std::vector<Waiting> m_waiting; // the first that fired first
    QTimer m_pause;
};

} // namespace lockstep
