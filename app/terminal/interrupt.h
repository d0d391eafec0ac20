#pragma once

#include "app/terminal/signalpipe.h"

#include <QObject>
#include <QSocketNotifier>

namespace lockstep {

// SIGINT, SIGTERM and SIGHUP as a signal of the event loop.
class Interrupt : public QObject
{
    Q_OBJECT

public:
    explicit Interrupt(QObject *parent = nullptr);
    ~Interrupt() override;

    // Emits received() for what has arrived and was not told yet, without waiting for the loop.
    void deliver();
    // Of a program that could not do what it was asked for: 128 and the number of the signal, as
    // shells have it. 1 before the first received().
    [[nodiscard]] int exitStatus() const { return m_exitStatus; }

Q_SIGNALS:
    void received();

private:
    SignalPipe m_pipe;
    QSocketNotifier m_notifier;
    int m_exitStatus = 1;
};

} // namespace lockstep
