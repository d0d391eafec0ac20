#pragma once

#include "core/watch/session/watch.h"

#include <functional>

namespace lockstep {

// A Watch of a test, and all that it has said so far. Everything is taken as soon as it is there.
class WatchLog : public QObject
{
public:
    explicit WatchLog(const Endpoint &endpoint, const WatchOptions &options = {});
    explicit WatchLog(Watch *watch); // one that is held elsewhere

    void start() { watch().start(); }
    Watch &watch() { return *m_watch; }

    [[nodiscard]] const Snapshot &now() const { return m_latest; }
    [[nodiscard]] const WatchStatus &status() const { return m_latest.status; }
    [[nodiscard]] const std::vector<JournalEntry> &journal() const { return m_journal; }
    void forgetJournal() { m_journal.clear(); }
    [[nodiscard]] bool inventoried() const { return m_inventories > 0; }

    // In any family; nothing: not there.
    [[nodiscard]] ItemPtr item(const QByteArray &key) const;
    [[nodiscard]] std::optional<double> value(const QByteArray &key) const;
    [[nodiscard]] QByteArray token(const QByteArray &key) const; // of the holder
    // Entries of that kind, of one key or of all.
    [[nodiscard]] int count(JournalEntry::Kind kind, const QByteArray &key = {}) const;
    [[nodiscard]] bool isMissing(
        const QByteArray &command, MissingPermission::Effect effect) const; // named exactly once

    // Waits for the condition with a limit that only a broken program reaches. What is known then
    // is printed when it is.
    bool waitFor(const std::function<bool()> &condition,
        std::chrono::milliseconds limit = std::chrono::minutes(4));
    bool waitForMode(WatchMode mode);
    // The first pass is over and everything is read.
    bool startAndWait();

private:
    void listen();
    [[nodiscard]] QString describe() const;

    std::unique_ptr<Watch> m_owned;
    Watch *m_watch;
    Snapshot m_latest;
    std::vector<JournalEntry> m_journal;
    int m_inventories = 0;
};

// Built in and without rules; a broken one ends the test program.
std::shared_ptr<const Catalogue> builtInCatalogue();

} // namespace lockstep
