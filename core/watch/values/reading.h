#pragma once

#include "core/watch/values/compactoptional.h"
#include "core/watch/values/compactstring.h"
#include "core/watch/values/cowoptional.h"
#include "core/watch/values/ttl.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace lockstep {

enum class Family : quint8 { Counter, Bucket, Lock };
// The names of families in formats, rules, JSON and CSV, in the order of Family.
inline constexpr std::array familyWords{"counter", "bucket", "lock"};

enum class Confidence : quint8 { Certain, Possible };

// Who holds a lock, as far as its token tells. What it does not tell is empty or absent.
struct Holder
{
    // Two tokens that differ only behind these bytes are taken for one. Web tokens (JWT), which
    // begin alike and differ in their signature at the end, have up to a kilobyte or two.
    static constexpr qsizetype mostToken = 4096;

    QByteArray token; // the raw token or hash field, cut to mostToken bytes
    CompactString host; // host name, or a MAC address as aa:bb:cc:dd:ee:ff
    CompactString process; // process id, client or worker id
    CompactString thread;
    CompactOptional<std::chrono::system_clock::time_point> since; // written in the token
    // Whether `since` is when the lock was asked for, so that it was taken later if it had to be
    // waited for.
    bool sinceIsRequest = false;

    friend bool operator==(const Holder &, const Holder &) = default;
};

// One permit of a semaphore that is in use.
struct Permit
{
    Holder holder;
    double score = 0; // as it is stored: when the permit ends, or when it was taken or renewed
    CompactOptional<Instant> ends; // absent: the format does not tell

    // The instants of two readings differ by what the clocks are measured to.
    friend bool operator==(const Permit &a, const Permit &b)
    {
        return a.score == b.score && a.holder == b.holder;
    }
};
// Sorted by when they end, the earliest first.
struct Permits : std::vector<Permit>
{
    using vector::vector;

    // The tokens that are stored still though the time of their permits is over: nobody has given
    // these back.
    std::vector<QByteArray> ended;
    bool areAllRead = true; // else there are more, whose scores are not above the lowest here

    // Whether more are in use than were read. Where some that were read have ended, all that were
    // not have ended before them.
    [[nodiscard]] bool areMoreInUse() const { return !areAllRead && ended.empty() && !empty(); }
};

// The result of reading an object once. Fields that the format does not tell are empty. Nothing
// here depends on earlier looks; what follows from several (renewals, age, journal) is in Item.
struct Reading
{
    Ttl ttl; // of the object: for composite ones of the key that decides
    // Counter: its value, members or estimate. Bucket: used. Lock: holds (re-entries, permits in
    // use).
    CompactOptional<double> value;
    CompactOptional<double> limit; // Bucket, bounded counter, semaphore
    // Bucket, semaphore: what is left, for those that store that. Where the limit is known, value
    // is set as well.
    CompactOptional<double> remaining;
    CompactOptional<Milliseconds> window; // Bucket
    // Bucket: when the window turns or the bucket is full again; absent: at the deadline of the
    // TTL.
    CompactOptional<Instant> resetsAt;
    CowOptional<Holder> holder; // Lock; nothing: free (a semaphore without permits in use)
    // Semaphore whose key names the holders: those of at most 64 permits in use; holder is the
    // newest of them. Absent: it is none, or does not tell.
    CowOptional<Permits> permits;
    CowOptional<QByteArray> otherRaw; // of raw(), what nothing else here tells
    CompactOptional<int> waiters; // Lock, Bucket
    // Bits, so that Item has room for its own flags in the last bytes.
    bool valueIsEstimate : 1 = false; // HyperLogLog, a partly counted bitmap
    bool limitIsInferred : 1 =
        false; // largest value seen of a limiter that never exceeds its limit
    bool isOver : 1 = false; // Bucket: its window has ended, though the key is there still
    bool rawIsToken : 1 = false;
    bool rawIsValue : 1 = false; // raw() is `value`, written as a whole number
    bool tokenIsTime : 1 = false; // the token was the present time when it was read
    // The server refuses to tell what it holds, or it is no object of its format any more: nothing
    // but the TTL is known, not even that nobody holds it.
    bool isUnreadable : 1 = false;
    bool waitersAreQueued : 1 = false; // waiters is the length of a queue, not counted by listeners
    // The deadline of the TTL may be earlier by this: PTTL was executed at some time between
    // sending and receiving.
    CoarseTime deadlineError;

    // What the primary key holds, for the details. Mostly that is the holder's token or the value,
    // and then it is not kept a second time.
    [[nodiscard]] QByteArray raw() const;
    // Cut to mostRaw bytes. A token and a value that are set must not change after this.
    void setRaw(const QByteArray &bytes);
    static constexpr qsizetype mostRaw = 256;

    friend bool operator==(const Reading &, const Reading &) = default;
};

} // namespace lockstep
