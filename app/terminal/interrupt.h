#pragma once

#include "app/terminal/signalpipe.h"

#include <QObject>
#include <QSocketNotifier>

namespace lockstep {

// Turns SIGINT, SIGTERM and SIGHUP into a signal of the event loop.
class Interrupt : public QObject
{
    Q_OBJECT

public:
    explicit Interrupt(QObject *parent = nullptr);
    ~Interrupt() override;

    // Emits received() for signals that have arrived already, without waiting for the event loop.
    void deliver();
    // The exit status of a program that a signal ended before it was done: 128 plus the number of
    // the signal, as in shells. It is 1 before the first received().
    [[nodiscard]] int exitStatus() const { return m_exitStatus; }

Q_SIGNALS:
    void received();

private:
    SignalPipe m_pipe;
    QSocketNotifier m_notifier;
    int m_exitStatus = 1;
};

} // namespace lockstep
