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

    // Returns false if it is not such a line ("OK").
    static bool parse(QByteArrayView line, MonitorLine &result);
};

// The words of a line without quotes and escapes: views into the line, or into this where a word
// had escapes. Valid until the next line.
class MonitorWords
{
public:
    // Returns nothing if the words cannot be told apart, because there is a quote within one.
    std::vector<QByteArrayView> &read(QByteArrayView quoted);
    // Reads only the first word of the command and returns it in capitals.
    QByteArrayView command(QByteArrayView quoted);

private:
    QByteArray m_plain;
    std::vector<QByteArrayView> m_words;
};

} // namespace lockstep
