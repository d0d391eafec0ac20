#pragma once

#include "core/redis/connection/backoff.h"
#include "core/redis/connection/connection.h"
#include "core/watch/link/pacer.h"
#include "core/watch/snapshot/snapshot.h"
#include "core/watch/values/probe.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace lockstep {

// Takes a bounded first look at keys: type, TTL and size first, then as much of the content as is
// known to be small. Batches are pipelined, one at a time, and paced.
class Prober : public QObject
{
    Q_OBJECT

public:
    Prober(Connection *connection, Pacer pacer, QObject *parent);

    // Urgent keys are probed before normal ones, and those of one priority in the order in which
    // they were enqueued. Where urgent keys always wait, normal ones have every other batch as far
    // as the budget allows, so that they are not put off for ever.
    enum class Priority : quint8 { Normal, Urgent };
    // Exact, for a key that was too large before: it is read only where it is known for certain to
    // be small.
    enum class SizeCheck : quint8 { Estimated, Exact };
    void enqueue(const QByteArray &key, Priority priority = Priority::Normal,
        SizeCheck sizeCheck = SizeCheck::Estimated);
    void clear(); // forgets the keys that wait and those that are being probed
    [[nodiscard]] bool isIdle() const { return waiting() == 0 && !m_batch; }
    [[nodiscard]] std::size_t waiting() const { return m_urgent.size() + m_normal.size(); }
    [[nodiscard]] std::size_t normalWaiting() const { return m_normal.size(); }
    [[nodiscard]] std::chrono::microseconds busy() const { return m_busy; }

Q_SIGNALS:
    void probed(const lockstep::Probe &probe); // type None: the key is gone
    void denied(const lockstep::MissingPermission &missing);
    void movedAway(const QByteArray &key, const lockstep::Error &error); // to another node
    // Emitted when the reason for which the server refuses to answer changes; nullopt: it answers.
    void refused(const std::optional<lockstep::Error> &error);
    // One of its replies was too large, or would be. No probed() follows.
    void tooLarge(const QByteArray &key);
    void forbidden(const QByteArray &key); // this user may not read it; no probed() follows
    void progressed(); // fewer keys are waiting

private:
    struct Look
    {
        Probe probe;
        std::optional<qint64> memory; // MEMORY USAGE
        SizeCheck sizeCheck = SizeCheck::Estimated;
        bool isTooLarge = false;
        bool isForbidden = false; // because of its name
        bool failed = false; // for no reason of its own, so it is probed once more
        std::optional<Error> movedAway{};
    };
    struct Batch
    {
        ServerBudget::Work work = ServerBudget::Work::Paced;
        std::vector<Look> looks;
        int pending = 0; // replies that are still to come
        std::optional<Error> refusal; // why some looks failed
        Instant sentAt{};
        std::chrono::microseconds busy{};
        int rounds = 0;
        std::size_t commands = 0;
        void (Prober::*next)() = nullptr; // called when all replies are there
    };
    using Take = void (*)(Look &, const Reply &);

    void startBatch();
    void ask(std::size_t look, const Command &command, MissingPermission::Effect effect, Take take);
    void awaitReplies(void (Prober::*next)());
    void askTypes();
    void askSizes();
    void askContents();
    void askContentsOf(std::size_t index);
    void deliver();
    void noteError(
        Look &look, const Command &command, MissingPermission::Effect effect, const Error &error);

    Connection *m_connection;
    Pacer m_pacer;
    using Waiting = std::deque<std::pair<QByteArray, SizeCheck>>; // the longest waiting first
    Waiting m_urgent;
    Waiting m_normal;
    std::shared_ptr<Batch> m_batch;
    bool m_lastWasUrgent = false; // the last batch, or the one under way
    QTimer m_pause;
    std::optional<Error> m_refusal; // the last batch was refused as a whole: one key tries
    Backoff m_retryPause;
    std::chrono::microseconds m_busy{};
};

} // namespace lockstep
