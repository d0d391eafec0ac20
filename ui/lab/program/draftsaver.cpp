#include "ui/lab/program/draftsaver.h"

#include <QThread>

#include <utility>

namespace lockstep {

DraftSaver::~DraftSaver()
{
    join();
}

void DraftSaver::start(const Draft &draft, const ReadScenario &read)
{
    join();
    m_isBusy = true;
    m_thread = QThread::create([this, draft, read] { m_result = saveAndRead(draft, read); });
    m_thread->setParent(this);
    connect(m_thread, &QThread::finished, this, [this, thread = m_thread] {
        if (thread != m_thread)
            return; // join() was first, but the signal was on its way already
        m_isBusy = false;
        const DraftResult result = m_result; // a copy, because done() may start the next one
        Q_EMIT done(result);
    });
    m_thread->start();
}

std::optional<DraftResult> DraftSaver::wait()
{
    join();
    return std::exchange(m_isBusy, false) ? std::optional(m_result) : std::nullopt;
}

void DraftSaver::join()
{
    if (!m_thread)
        return;
    m_thread->wait();
    m_thread->disconnect(this);
    std::exchange(m_thread, nullptr)->deleteLater();
}

} // namespace lockstep
