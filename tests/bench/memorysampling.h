#pragma once

#include "tests/bench/figure.h"

#include <QCoreApplication>
#include <QFile>
#include <QTimer>

#include <malloc.h>
#include <unistd.h>

#include <vector>

namespace lockstep {

struct Memory
{
    double resident = 0; // bytes the process occupies
    double allocated = 0; // bytes it has asked for and not given back
};

inline Memory memoryNow()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("/proc/self/statm cannot be read.");
    const auto info = mallinfo2();
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return {pages * double(sysconf(_SC_PAGESIZE)), double(info.uordblks + info.hblkhd)};
}

// Looks at this process's memory for so many minutes, then ends the application's loop.
class MemorySampling
{
public:
    explicit MemorySampling(double minutes)
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { take(); });
        m_timer.start(int(minutes * 60'000 / samples));
    }

    // The median of the last tenth of the time beside that of the tenth that follows its first
    // quarter, in which what is bounded is being filled.
    void report(const char *name, double Memory::*which) const
    {
        report(
            name, quantileBetween(0.9, 1.0, which, 0.5), quantileBetween(0.25, 0.35, which, 0.5));
    }

    // For what is filled and emptied in turn: the most in the second half beside the most in the
    // first.
    void reportMost(const char *name, double Memory::*which) const
    {
        report(name, quantileBetween(0.5, 1.0, which, 1), quantileBetween(0.0, 0.5, which, 1));
    }

private:
    static constexpr int samples = 400;

    static void report(const char *name, double end, double before)
    {
        print({name, end, "bytes", before, "ratio <= 1.05", end <= before * 1.05});
    }

    void take()
    {
        m_taken.push_back(memoryNow());
        if (m_taken.size() % 20 == 0) {
            std::fprintf(stderr, "%3zu of %d: %.1f MB resident, %.1f MB allocated\n",
                m_taken.size(), samples, m_taken.back().resident / 1e6,
                m_taken.back().allocated / 1e6);
        }
        if (m_taken.size() < samples)
            return;
        m_timer.stop();
        QCoreApplication::exit(); // quit() would close the windows
    }

    // Of the samples between two parts of the time.
    [[nodiscard]] double quantileBetween(
        double from, double to, double Memory::*which, double share) const
    {
        std::vector<double> values;
        for (auto at = size_t(from * samples); at < size_t(to * samples); ++at)
            values.push_back(m_taken[at].*which);
        return quantile(values, share);
    }

    QTimer m_timer;
    std::vector<Memory> m_taken;
};

} // namespace lockstep
