#include "tests/support/samples/watchlog.h"

#include <QTest>

namespace lockstep {

std::shared_ptr<const Catalogue> builtInCatalogue()
{
    static const auto loaded = Catalogue::load();
    if (!loaded)
        qFatal("The catalogue cannot be read: %s", qPrintable(loaded.error().detail));
    return *loaded;
}

WatchLog::WatchLog(const Endpoint &endpoint, const WatchOptions &options)
    : m_owned(std::make_unique<Watch>(endpoint, builtInCatalogue(), options))
    , m_watch(m_owned.get())
{
    listen();
}

WatchLog::WatchLog(Watch *watch)
    : m_watch(watch)
{
    listen();
}

void WatchLog::listen()
{
    connect(m_watch, &Watch::updated, this, [this] {
        m_latest = m_watch->take();
        m_journal.insert(m_journal.end(), m_latest.journal.begin(), m_latest.journal.end());
    });
    connect(m_watch, &Watch::inventoryFinished, this, [this] { ++m_inventories; });
}

ItemPtr WatchLog::item(const QByteArray &key) const
{
    for (const auto &items : {m_latest.counters, m_latest.buckets, m_latest.locks}) {
        const auto it = std::lower_bound(items->begin(), items->end(), key,
            [](const ItemPtr &item, const QByteArray &wanted) { return item->key < wanted; });
        if (it != items->end() && (*it)->key == key)
            return *it;
    }
    return {};
}

std::optional<double> WatchLog::value(const QByteArray &key) const
{
    const auto found = item(key);
    return found ? found->reading.value : std::nullopt;
}

QByteArray WatchLog::token(const QByteArray &key) const
{
    const auto found = item(key);
    return found && found->reading.holder ? found->reading.holder->token : QByteArray();
}

int WatchLog::count(JournalEntry::Kind kind, const QByteArray &key) const
{
    return static_cast<int>(
        std::count_if(m_journal.begin(), m_journal.end(), [&](const JournalEntry &entry) {
            return entry.kind == kind && (key.isEmpty() || entry.key == key);
        }));
}

bool WatchLog::isMissing(const QByteArray &command, MissingPermission::Effect effect) const
{
    const auto &missing = status().missing;
    return 1 == std::count_if(missing.begin(), missing.end(), [&](const MissingPermission &each) {
        return each.command == command && each.effect == effect && !each.serverWords.isEmpty();
    });
}

bool WatchLog::waitFor(const std::function<bool()> &condition, std::chrono::milliseconds limit)
{
    if (QTest::qWaitFor(condition, static_cast<int>(limit.count())))
        return true;
    qWarning().noquote() << describe();
    return false;
}

bool WatchLog::waitForMode(WatchMode mode)
{
    return waitFor([&] { return status().mode == mode; });
}

bool WatchLog::startAndWait()
{
    start();
    return waitFor([this] { return inventoried() && status().mode != WatchMode::None; });
}

QString WatchLog::describe() const
{
    QStringList lines;
    const auto &s = status();
    lines << QStringLiteral("link %1, mode %2, reason %3, trouble %4, %5 objects, %6 commands")
                 .arg(int(s.link))
                 .arg(int(s.mode))
                 .arg(int(s.modeReason))
                 .arg(s.trouble
                         ? QStringLiteral("%1 %2").arg(int(s.trouble->code)).arg(s.trouble->detail)
                         : QStringLiteral("none"))
                 .arg(s.objects)
                 .arg(s.commands);
    for (const auto &each : s.missing)
        lines << QStringLiteral("missing %1").arg(QString::fromUtf8(each.command));
    lines << QStringLiteral("dropped ") + s.droppedPrefixes.join(u' ');
    for (const auto &items : {m_latest.counters, m_latest.buckets, m_latest.locks}) {
        for (std::size_t i = 0; i < std::min<std::size_t>(items->size(), 20); ++i) {
            lines << QStringLiteral("%1 %2 = %3")
                         .arg(items->at(i)->format->id(),
                             QString::fromUtf8(items->at(i)->key.left(60)))
                         .arg(items->at(i)->reading.value.value_or(-1));
        }
    }
    for (const auto &entry : m_journal)
        lines << QStringLiteral("journal %1 %2")
                     .arg(int(entry.kind))
                     .arg(QString::fromUtf8(entry.key.left(60)));
    return lines.mid(0, 40).join(u'\n');
}

} // namespace lockstep
