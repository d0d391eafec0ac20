#include "app/watch/watchoutput.h"

#include "app/terminal/output.h"
#include "app/terminal/screen.h"
#include "app/terminal/snapshotheadline.h"
#include "app/terminal/snapshottables.h"
#include "app/terminal/texttable.h"
#include "core/watch/snapshot/journaljson.h"
#include "core/watch/snapshot/snapshotjson.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watch/rows/countersmodel.h"

#include <QJsonDocument>

namespace lockstep {

namespace {

class JsonOutput : public WatchOutput
{
public:
    bool printSnapshot(const Snapshot &snapshot, Instant) override
    {
        return print(snapshotToJson(snapshot));
    }
    bool redraw(const Snapshot &snapshot, Instant now) override
    {
        return printSnapshot(snapshot, now);
    }
    bool printEntry(const JournalEntry &entry) override { return print(journalEntryToJson(entry)); }
    bool printChange(const Item &counter, const Snapshot &snapshot) override
    {
        return print(counterChangeToJson(counter, snapshot));
    }

private:
    static bool print(const QJsonObject &object)
    {
        return printLine(QJsonDocument(object).toJson(QJsonDocument::Compact));
    }
};

// The output for people: tables, and a journal with one line for each event, like journalctl.
class TextOutput : public WatchOutput
{
public:
    TextOutput(const Arguments &arguments, QString where, const QString &metricsUrl)
        : m_server{std::move(where), arguments.profile ? arguments.profile->name : QString()}
        , m_tables({arguments.family, arguments.sort, arguments.mostRows, metricsUrl})
    {
    }

    void markAsProduction() override { m_server.isProduction = true; }

    bool printSnapshot(const Snapshot &snapshot, Instant now) override
    {
        const int width = terminalSize().value_or(QSize()).width();
        const QStringList lines = m_tables.lines(snapshot, m_server, now, std::max(width, 0), 0);
        return std::all_of(lines.begin(), lines.end(),
            [](const QString &line) { return printLine(line.toUtf8()); });
    }

    bool redraw(const Snapshot &snapshot, Instant now) override
    {
        const QSize size = terminalSize().value_or(QSize(80, 24));
        QStringList lines = m_tables.lines(snapshot, m_server, now, size.width(), size.height());
        for (QString &line : lines)
            line = cutAtEnd(line, size.width());
        return drawScreen(lines.mid(0, size.height()));
    }

    bool printEntry(const JournalEntry &entry) override
    {
        return print(journalTime(entry), entry.key, journalSentence(entry));
    }

    bool printChange(const Item &counter, const Snapshot &snapshot) override
    {
        return print(journalTime(counterChange(counter, snapshot)), counter.key,
            CountersModel::valueText(counter));
    }

protected:
    virtual bool printText(const QString &line) { return printLine(line.toUtf8()); }

private:
    bool print(const QString &time, const QByteArray &key, const QString &what)
    {
        QStringList parts{time};
        if (!key.isEmpty())
            parts << wording::key(key, 0);
        parts << what;
        return printText(parts.join(QStringLiteral("  ")));
    }

    WatchedServer m_server;
    SnapshotTables m_tables;
};

// The output of `record`: it goes to standard error, because nothing was asked for on standard
// output.
class MessageOutput : public TextOutput
{
public:
    using TextOutput::TextOutput;

protected:
    bool printText(const QString &line) override
    {
        printMessage(line);
        return true;
    }
};

} // namespace

std::unique_ptr<WatchOutput> WatchOutput::of(
    const Arguments &arguments, const QString &where, const QString &metricsUrl)
{
    if (arguments.command == Arguments::Command::Record)
        return std::make_unique<MessageOutput>(arguments, where, metricsUrl);
    if (arguments.json)
        return std::make_unique<JsonOutput>();
    return std::make_unique<TextOutput>(arguments, where, metricsUrl);
}

} // namespace lockstep
