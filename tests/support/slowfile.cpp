// A named pipe: opening it for reading waits for who writes, reading it for the end.

#include "tests/support/slowfile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

SlowFile::SlowFile()
    : m_path(m_folder.filePath(QStringLiteral("slow")).toUtf8())
{
    if (mkfifo(m_path.constData(), 0600) != 0)
        qFatal("No pipe could be made in %s.", qPrintable(m_folder.path()));
    m_disk = std::thread([this] { serve(); });
}

SlowFile::~SlowFile()
{
    m_over = true;
    give();
    const int reader = open(m_path.constData(), O_RDONLY | O_NONBLOCK); // the last one served
    m_disk.join();
    close(reader);
}

void SlowFile::serve()
{
    while (!m_over) {
        const int writer = open(m_path.constData(), O_WRONLY);
        m_waitedFor = true;
        if (!m_given)
            m_giving.tryAcquire(1, longest);
        m_given = true;
        close(writer);
    }
}

} // namespace lockstep
