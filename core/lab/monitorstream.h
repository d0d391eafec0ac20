#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lockstep {

// One line of MONITOR: 1700000000.123456 [0 127.0.0.1:51312] "SET" "k" "v". Views into the stream.
struct MonitorLine
{
    qint64 micros = 0; // of the server's clock
    QByteArrayView source; // the client's address; "lua" inside a script
    QByteArrayView words; // as written, quoted

    // False: not such a line ("OK").
    static bool parse(QByteArrayView line, MonitorLine &result);
};

// The words of a line without quotes and escapes.
std::vector<QByteArray> monitorWords(QByteArrayView quoted);
// Only the first one, in capitals.
QByteArray monitorCommand(QByteArrayView quoted);

} // namespace lockstep
