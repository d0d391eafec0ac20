#pragma once

#include "ui/lab/program/draftfile.h"

#include <QObject>

#include <optional>

class QThread;

namespace lockstep {

// Saves a draft and reads it as a scenario on a thread of its own, one draft at a time.
class DraftSaver : public QObject
{
    Q_OBJECT

public:
    DraftSaver() = default;
    ~DraftSaver() override; // waits for the disk

    // Begins; done() follows. Not to be called while it is busy.
    void start(const Draft &draft, const ReadScenario &read);
    [[nodiscard]] bool isBusy() const { return m_isBusy; } // done() is still to come
    // Waits for the disk if it is busy, and returns what became of the draft; done() does not
    // follow. Nothing: it was not busy.
    std::optional<DraftResult> wait();

Q_SIGNALS:
    void done(const lockstep::DraftResult &result);

private:
    void join();

    QThread *m_thread = nullptr; // of the last draft; nullptr: none
    DraftResult m_result; // belongs to the thread until that has finished
    bool m_isBusy = false;
};

} // namespace lockstep
