#pragma once

#include "core/redis/values/command.h"
#include "core/redis/values/error.h"
#include "core/redis/values/reply.h"
#include "core/watch/values/probe.h"
#include "core/watch/values/reading.h"

#include <QByteArrayView>
#include <QStringList>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

// What has to be asked to read one object: one command for each part, PTTL included, none of which
// can be large. All keys named are watched.
struct ReadPlan
{
    std::vector<Command>
        commands; // the key is words()[1] (OBJECT, MEMORY and PUBSUB are not used here)
};

// One key format of one library: how an object of it is read. Immutable, shared by all objects.
class Format
{
public:
    virtual ~Format() = default;

    [[nodiscard]] virtual QString id() const = 0; // "redisson-rlock"
    [[nodiscard]] virtual QString library() const = 0; // "Redisson"; empty for a bare shape
    [[nodiscard]] virtual Family family() const = 0;
    // Counter: "string", "set", "sorted set", "bitmap", "HyperLogLog". Else what it is: "fixed
    // window", "lock".
    [[nodiscard]] virtual QString kind() const = 0;
    [[nodiscard]] virtual bool countsPresence() const = 0; // belongs into "users online"
    // No TTL is normal for this library; do not alarm.
    [[nodiscard]] virtual bool persistentIsNormal() const = 0;
    // A leader's or scheduler's lock, meant to be held for ever; do not suspect an orphan.
    [[nodiscard]] virtual bool heldForever() const = 0;
    // The limiter's counter never exceeds its limit, so the largest value seen is a lower bound of
    // it.
    [[nodiscard]] virtual bool stopsAtLimit() const = 0;

    [[nodiscard]] virtual ReadPlan plan(const QByteArray &key, const ServerTime &time) const = 0;
    // replies: one for each command of the plan, error replies included, observed: when PTTL was
    // taken. Nothing: the object does not have this format (any more), or holds another type. A
    // missing key gives a Reading whose ttl is missing.
    [[nodiscard]] virtual std::optional<Reading> read(const QByteArray &key,
        std::span<const Reply> replies, Instant observed, const ServerTime &time) const = 0;
    // The channel whose PUBSUB NUMSUB counts those who wait for it; empty where there is none.
    [[nodiscard]] virtual QByteArray waitersChannel(const QByteArray &key) const = 0;
};
using FormatPtr = std::shared_ptr<const Format>;

// What a name alone says, before the server is asked.
struct NameVerdict
{
    enum class Kind : quint8 {
        Unknown, // probe it while such names turn out to be something
        Candidate, // a marker or a rule: probe it
        Companion, // part of another object: look at primary instead
        Ignored, // a rule or a library's noise: never look
    };
    Kind kind = Kind::Unknown;
    QByteArray primary; // Companion
};

struct Recognition
{
    FormatPtr format;
    Confidence confidence = Confidence::Certain;
    QByteArray primary; // the key that the object is shown under; the probed one, mostly
    QString name; // given by a rule; empty: the key
};

struct Rule;

// All formats of resources/formats and the user's rules. Read once, then immutable: may be shared
// by threads.
class Catalogue
{
public:
    // rulesFile: the user's own, empty for none. Errors: FileUnreadable, BadInput with file, place
    // and what was expected.
    static Result<std::shared_ptr<const Catalogue>> load(const QString &rulesFile = {});

    // The same formats with these rules in place of its own. What neither a rule of these nor one
    // of its own says anything of has the same Format in both. Takes some milliseconds.
    [[nodiscard]] std::shared_ptr<const Catalogue> withRules(std::vector<Rule> rules) const;
    [[nodiscard]] const std::vector<Rule> &rules() const; // in their order

    // Takes some tens of nanoseconds: it is asked for every key of the server.
    [[nodiscard]] NameVerdict judgeName(QByteArrayView key) const;
    // Nothing: none of the five families.
    [[nodiscard]] std::optional<Recognition> recognise(
        const Probe &probe, const ServerTime &time) const;
    // What a lock is by the token that was read just now: its library is that of its holder.
    // Nothing: it is no string, or says nothing.
    [[nodiscard]] std::optional<Recognition> recogniseToken(
        const QByteArray &key, const Reading &reading, const ServerTime &time) const;
    // Literal prefixes of all globs that have one of at least three bytes, none a prefix of
    // another.
    [[nodiscard]] std::vector<QByteArray> prefixes() const;

    ~Catalogue();

private:
    class Private;
    explicit Catalogue(std::unique_ptr<const Private> p);
    std::unique_ptr<const Private> d;
};

} // namespace lockstep
