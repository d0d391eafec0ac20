#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockstep {

// A state as checks see it: what the servers hold and what the clients have said. Read only.
class StateView
{
public:
    struct EventSeen
    {
        QByteArray name;
        qint64 value = 0;
        QByteArray text; // where the value is no number
        int client = 0;
        qint64 atMs = 0; // ms; virtual time in steps, the run's clock in a free run
        std::vector<int> inside; // who was inside the lock of that name, or of any; client indexes
        // Set where `inside` is not told yet: a function that looks at it is noted with this
        // number, by noteInsideAsked(), and stopped.
        std::optional<size_t> hiddenInside;
    };

    virtual ~StateView() = default;
    // Keys without the run's prefix, of node 0 unless said.
    [[nodiscard]] virtual std::optional<QByteArray> get(
        const QByteArray &key, int node = 0) const = 0;
    // What is left of the key's TTL, in ms, as v.ttl() gives it to Lua: like PTTL, -1 if the key
    // has none. Nothing if the key does not exist.
    [[nodiscard]] virtual std::optional<qint64> ttl(const QByteArray &key, int node = 0) const = 0;
    [[nodiscard]] virtual qint64 size(
        const QByteArray &key, int node = 0) const = 0; // elements; bytes of a string; 0: none
    // The indexes of the clients that are inside the lock.
    [[nodiscard]] virtual std::vector<int> inside(const QByteArray &lock) const = 0;
    [[nodiscard]] virtual qint64 count(const QByteArray &name) const = 0;
    [[nodiscard]] virtual std::vector<EventSeen> events(const QByteArray &name) const = 0;
    [[nodiscard]] virtual QByteArray clientName(int client) const = 0;
    virtual void noteInsideAsked(size_t /*hidden*/) const { }
    // Whether something was hidden from whoever asks.
    [[nodiscard]] virtual bool isHiding() const { return false; }
};

} // namespace lockstep
