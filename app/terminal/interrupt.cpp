#include "app/terminal/interrupt.h"

namespace lockstep {

Interrupt::Interrupt(QObject *parent)
    : QObject(parent)
    , m_notifier(QSocketNotifier::Read)
{
    connect(&m_notifier, &QSocketNotifier::activated, this, &Interrupt::deliver);
    if (m_pipe.descriptor() < 0)
        return;
    m_notifier.setSocket(m_pipe.descriptor());
    m_notifier.setEnabled(true);
}

Interrupt::~Interrupt()
{
    m_notifier.setEnabled(false); // before its descriptor is closed
}

void Interrupt::deliver()
{
    while (const auto signal = m_pipe.take()) {
        m_exitStatus = 128 + *signal;
        Q_EMIT received();
    }
}

} // namespace lockstep
