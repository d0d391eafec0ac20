#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace lockstep {

// SIGINT and SIGTERM as a signal of the event loop. One object at a time.
class Interrupt : public QObject
{
    Q_OBJECT

public:
    explicit Interrupt(QObject *parent = nullptr);
    ~Interrupt() override;

Q_SIGNALS:
    void received();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockstep
