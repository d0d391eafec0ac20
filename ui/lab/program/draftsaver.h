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
    ~DraftSaver() override; // waits for the thread

    // Begins; done() follows. Not to be called while it is busy.
    void start(const Draft &draft, const ReadScenario &read);
    [[nodiscard]] bool isBusy() const { return m_isBusy; } // whether done() is still to come
    // Waits for the thread and returns the result, in place of done(). Returns nothing if it was
    // not busy.
    std::optional<DraftResult> wait();

Q_SIGNALS:
    void done(const lockstep::DraftResult &result);

private:
    void join();

    QThread *m_thread = nullptr; // the thread of the last draft; nullptr if there is none
    DraftResult m_result; // belongs to the thread until it has finished
    bool m_isBusy = false;
};

} // namespace lockstep
