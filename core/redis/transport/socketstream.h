#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

namespace lockstep {

// The plain bytes of a connection, read and written on the thread of its owner.
class SocketStream : public QObject
{
    Q_OBJECT

public:
    SocketStream();
    ~SocketStream() override;

    // Takes over a connected socket, which this will close. Call once.
    void open(int descriptor);
    // Closes the socket; no signal comes from here on.
    void close();

    // What has arrived, up to size bytes; 0: nothing more, or it is not open.
    [[nodiscard]] qint64 read(char *bytes, qint64 size);
    // The first bytes of what has arrived, which stay there.
    [[nodiscard]] QByteArray peek(qsizetype size) const;
    // Never fails, also when it is not open: that the other side is gone is told by closed(), after
    // its last words.
    void write(const QByteArray &bytes);
    // Bytes given to write() that the system has not taken yet.
    [[nodiscard]] qint64 unwritten() const { return m_unwritten.size(); }

Q_SIGNALS:
    void readable(); // emitted again as long as something is left to read
    void closed(const QString &why); // emitted once, as the last signal

private:
    void onReadable();
    void onWritable();
    // Returns how many bytes need not be kept.
    [[nodiscard]] qsizetype sendNow(const QByteArray &bytes) const;

    int m_descriptor = -1;
    QSocketNotifier m_arrivals;
    QSocketNotifier m_room;
    QByteArray m_unwritten;
    QString m_end; // why nothing more can be read
};

} // namespace lockstep
