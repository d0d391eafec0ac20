#include "ui/lab/table/operationsexport.h"

#include "core/redis/values/bytestext.h"
#include "ui/export/csvcell.h"
#include "ui/lab/tracks/roundindex.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockstep {

namespace {

double milliseconds(Moment at, Moment begin)
{
    return double(at - begin) / 1e6;
}

QString valueOf(const History &history, const KeyChange *change)
{
    if (!change || !change->exists)
        return {};
    return change->isNumber || change->value == 0
        ? QString::number(change->number)
        : textOrEscaped(history.texts[change->value].toByteArray());
}

QString changesOf(const History &history, const RoundIndex &index, quint32 number)
{
    QStringList parts;
    for (const auto &[before, after] : index.changesOf(number))
        parts << QStringLiteral("%1: %2 → %3")
                     .arg(textOrEscaped(history.texts[after->key].toByteArray()),
                         valueOf(history, before), valueOf(history, after));
    return parts.join(QStringLiteral("; "));
}

QString clientName(const History &history, quint32 client)
{
    return client < history.clients.size() ? textOrEscaped(history.clients[client].name)
                                           : QString();
}

QJsonArray changesJson(const History &history, const RoundIndex &index, quint32 number)
{
    QJsonArray changes;
    for (const auto &[before, after] : index.changesOf(number)) {
        const auto value = [&](const KeyChange *change) {
            return change && change->exists ? QJsonValue(valueOf(history, change)) : QJsonValue();
        };
        changes << QJsonObject{
            {QStringLiteral("key"), textOrEscaped(history.texts[after->key].toByteArray())},
            {QStringLiteral("before"), value(before)}, {QStringLiteral("after"), value(after)}};
    }
    return changes;
}

} // namespace

QByteArray operationsToCsv(const Run &run, int round)
{
    const History &history = run.history;
    const RoundIndex index(history, round);
    const Moment begin = history.rounds.at(std::size_t(round)).begin;
    QByteArray csv("order,calledMs,returnedMs,client,thread,node,command,reply,changes,line\r\n");
    for (quint32 place = 0; place < index.count(); ++place) {
        const quint32 number = index.executedAt(place);
        const Operation &operation = history.operations[number];
        const bool isLost = operation.returned == never;
        const QStringList cells{
            operation.order == none ? QString() : QString::number(place + 1),
            QString::number(milliseconds(operation.called, begin), 'f', 6),
            isLost ? QString() : QString::number(milliseconds(operation.returned, begin), 'f', 6),
            csvCell(clientName(history, operation.client)),
            QString::number(operation.thread),
            QString::number(operation.node),
            csvCell(textOrEscaped(history.texts[operation.command].toByteArray())),
            isLost ? QString()
                   : csvCell(textOrEscaped(history.texts[operation.reply].toByteArray())),
            csvCell(changesOf(history, index, number)),
            QString::number(operation.line),
        };
        csv += cells.join(u',').toUtf8() + "\r\n";
    }
    return csv;
}

// Writes one object per line, because a single JSON document of a million operations would need
// several times the memory.
QByteArray operationsToJson(const Run &run, int round)
{
    const History &history = run.history;
    const RoundIndex index(history, round);
    const Moment begin = history.rounds.at(std::size_t(round)).begin;
    QByteArray json("[");
    for (quint32 place = 0; place < index.count(); ++place) {
        const quint32 number = index.executedAt(place);
        const Operation &operation = history.operations[number];
        const bool isLost = operation.returned == never;
        const QJsonObject object{
            {QStringLiteral("calledMs"), milliseconds(operation.called, begin)},
            {QStringLiteral("returnedMs"),
                isLost ? QJsonValue() : QJsonValue(milliseconds(operation.returned, begin))},
            {QStringLiteral("client"), clientName(history, operation.client)},
            {QStringLiteral("thread"), operation.thread},
            {QStringLiteral("node"), operation.node},
            {QStringLiteral("order"),
                operation.order == none ? QJsonValue() : QJsonValue(qint64(place) + 1)},
            {QStringLiteral("command"),
                textOrEscaped(history.texts[operation.command].toByteArray())},
            {QStringLiteral("reply"),
                isLost ? QJsonValue()
                       : QJsonValue(textOrEscaped(history.texts[operation.reply].toByteArray()))},
            {QStringLiteral("changes"), changesJson(history, index, number)},
            {QStringLiteral("line"), operation.line},
        };
        json += (place == 0 ? "\n" : ",\n") + QJsonDocument(object).toJson(QJsonDocument::Compact);
    }
    return json + "\n]\n";
}

} // namespace lockstep
