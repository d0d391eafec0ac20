// Exports the journal. CSV and JSON are made from the same JSON object of each entry, so that their
// names cannot differ. The array is written line by line, because a QJsonDocument of 200,000
// objects would take several hundred megabytes.

#include "ui/export/journalexport.h"

#include "core/watch/snapshot/journaljson.h"
#include "ui/export/csvcell.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QVariant>

#include <array>

namespace lockstep {

namespace {

constexpr std::array journalColumns{"at", "event", "family", "key", "library", "holder", "previous",
    "ttlBeforeMs", "ttlAfterMs", "value", "limit", "confidence", "cause", "since", "primary",
    "node", "slots", "alert", "severity", "when", "sinceIs", "end", "maybeMissed.since",
    "maybeMissed.until"};

// column: the name of a field, or of an object and a field in it.
QJsonValue fieldOf(const QJsonObject &line, QLatin1String column)
{
    const qsizetype dot = column.indexOf(u'.');
    return dot < 0 ? line.value(column) : line.value(column.first(dot))[column.sliced(dot + 1)];
}

QByteArray cellOf(const QJsonValue &value)
{
    if (value.toVariant().typeId() == QMetaType::LongLong)
        return QByteArray::number(value.toInteger());
    if (value.isDouble())
        return QByteArray::number(value.toDouble(), 'f', QLocale::FloatingPointShortest);
    return csvCell(value.toString()).toUtf8();
}

} // namespace

QByteArray journalCsvHead()
{
    QByteArrayList names;
    for (const char *column : journalColumns)
        names << column;
    return names.join(',');
}

QByteArray journalCsvLine(const QJsonObject &line)
{
    QByteArrayList cells;
    for (const char *column : journalColumns)
        cells << cellOf(fieldOf(line, QLatin1String(column)));
    return cells.join(',');
}

QByteArray journalToCsv(const JournalExport &journal)
{
    QByteArray csv = journalCsvHead() + "\r\n";
    for (const JournalEntry &entry : journal.entries)
        csv += journalCsvLine(journalEntryToJson(entry)) + "\r\n";
    return csv;
}

QByteArray journalToJson(const JournalExport &journal)
{
    const auto ms =
        std::chrono::duration_cast<Milliseconds>(journal.writtenAt.time_since_epoch()).count();
    const QJsonObject head{
        {QStringLiteral("server"), journal.server},
        {QStringLiteral("writtenAt"),
            QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs)},
        {QStringLiteral("lines"), static_cast<qint64>(journal.entries.size())},
        {QStringLiteral("linesSinceStart"), journal.total},
    };
    QByteArray json = QJsonDocument(head).toJson(QJsonDocument::Compact);
    json.chop(1); // removes the closing brace, which follows the entries
    json += ",\"journal\":[";
    const char *separator = "\n";
    for (const JournalEntry &entry : journal.entries) {
        json += separator + QJsonDocument(journalEntryToJson(entry)).toJson(QJsonDocument::Compact);
        separator = ",\n";
    }
    return json + "\n]}\n";
}

} // namespace lockstep
