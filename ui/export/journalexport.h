#pragma once

#include "core/watch/items/journal.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <vector>

namespace lockstep {

// What is written of a journal.
struct JournalExport
{
    QString server; // its address, without a password
    std::chrono::system_clock::time_point writtenAt{};
    qint64 total = 0; // lines since the watch began, those that are not written included
    std::vector<JournalEntry> entries; // oldest first
};

// RFC 4180, UTF-8, one line an entry, oldest first, whose columns have the names of the JSON; what
// is unknown is empty. No cell can start a formula in a spreadsheet.
QByteArray journalToCsv(const JournalExport &journal);

// The same line by line, without their ends: the names of the columns, and one line of the JSON.
QByteArray journalCsvHead();
QByteArray journalCsvLine(const QJsonObject &line);

// {"server","writtenAt","lines","linesSinceStart","journal":[…]}: the objects of `watch --follow
// --json`, a line each, oldest first.
QByteArray journalToJson(const JournalExport &journal);

} // namespace lockstep
