#pragma once

#include <QByteArray>
#include <QSemaphore>
#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <thread>

namespace lockstep {

// An empty file on a disk that takes its time: whoever reads it waits until it is given, by give(),
// by the destructor, or after so long that a test has failed.
class SlowFile
{
public:
    SlowFile();
    ~SlowFile();
    Q_DISABLE_COPY_MOVE(SlowFile)

    [[nodiscard]] QString path() const { return QString::fromUtf8(m_path); }
    [[nodiscard]] bool isWaitedFor() const { return m_waitedFor; }
    [[nodiscard]] bool isGiven() const { return m_given; }
    void give() { m_giving.release(); }

private:
    static constexpr std::chrono::seconds longest{30};

    void serve();

    QTemporaryDir m_folder;
    QByteArray m_path;
    QSemaphore m_giving;
    std::atomic<bool> m_waitedFor = false;
    std::atomic<bool> m_given = false;
    std::atomic<bool> m_over = false;
    std::thread m_disk;
};

} // namespace lockstep
