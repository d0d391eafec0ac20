#pragma once

#include "core/watch/items/journal.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <vector>

namespace lockstep {

// The part of a journal that is exported, with its context.
struct JournalExport
{
    QString server; // its address, without a password
    std::chrono::system_clock::time_point writtenAt{};
    qint64 total = 0; // entries since the watch began, including those not exported
    std::vector<JournalEntry> entries; // oldest first
};

// The journal as RFC 4180 CSV in UTF-8, one line per entry, oldest first. The columns are named
// like the fields of the JSON; unknown values are empty. No cell can start a formula in a
// spreadsheet.
QByteArray journalToCsv(const JournalExport &journal);

// Parts of that CSV, without line ends: the line with the column names, and the line of one JSON
// entry.
QByteArray journalCsvHead();
QByteArray journalCsvLine(const QJsonObject &line);

// The journal as {"server","writtenAt","lines","linesSinceStart","journal":[…]}. The entries are
// those of `watch --follow --json`, one per line, oldest first.
QByteArray journalToJson(const JournalExport &journal);

} // namespace lockstep
