// Part of recordingrows.h. Converts the state of an object to a row of `readings`, and back.

#include "core/watch/recorder/rows/recordingrows.h"

#include "core/watch/recorder/rows/rowvalues.h"

#include <QJsonArray>

namespace lockstep {

namespace {

using Knowledge = ObjectState::Knowledge;

// The bits of the column `state`. Files have these values, so none may be changed.
enum StateBit : int {
    KnowledgeBits = 7,
    BeginIsSeen = 8,
    ValueIsEstimate = 16,
    LimitIsInferred = 32,
    IsOver = 64,
    HasPermits = 128,
    // If the begin is unsure, both bits are set: an older program, which knows only the first one,
    // then takes the age for an upper bound.
    SinceIsRequest = 256,
    SinceIsUnsure = 512,
};
constexpr qint64 persistentTtl = -1; // as PTTL has it
constexpr qint64 missingTtl = -2;

Result<void> insertPermits(QJsonObject &detail, const ObjectState &state, const HolderId &idOf)
{
    QJsonArray permits;
    for (const auto &permit : state.permits) {
        const auto id = idOf(permit.holder);
        if (!id)
            return tl::unexpected(id.error());
        permits.append(QJsonArray{*id, permit.ends ? QJsonValue(*permit.ends) : QJsonValue()});
    }
    if (!permits.isEmpty())
        detail.insert(QLatin1String("permits"), permits);
    return {};
}

} // namespace

Result<QVariantList> rowOf(qint64 id, WallMilliseconds at, qint64 item, const ObjectState &state,
    const Lateness &late, const HolderId &idOf)
{
    QJsonObject detail;
    insertCount(detail, "late", late);
    std::optional<qint64> holder;
    if (state.holder) {
        const auto found = idOf(*state.holder);
        if (!found)
            return tl::unexpected(found.error());
        holder = *found;
    }
    if (const auto inserted = insertPermits(detail, state, idOf); !inserted)
        return tl::unexpected(inserted.error());
    insertNumber(detail, "remaining", numberOf(state.remaining));
    insertCount(detail, "window", state.window);
    if (state.resetsAt)
        detail.insert(QLatin1String("resetsAt"), *state.resetsAt);
    if (state.holder && state.heldSince)
        detail.insert(QLatin1String("heldSince"), *state.heldSince);
    const int bits = int(state.knowledge) | (state.beginIsSeen ? BeginIsSeen : 0)
        | (state.valueIsEstimate ? ValueIsEstimate : 0)
        | (state.limitIsInferred ? LimitIsInferred : 0) | (state.isOver ? IsOver : 0)
        | (state.hasPermits ? HasPermits : 0) | (state.heldSinceIsRequest ? SinceIsRequest : 0)
        | (state.heldSinceIsUnsure ? SinceIsUnsure | SinceIsRequest : 0);
    const QVariant ttl = state.ttl == Ttl::Kind::Remaining
        ? QVariant(std::max<qint64>(0, state.deadline - at))
        : state.ttl == Ttl::Kind::Persistent ? QVariant(persistentTtl)
        : state.ttl == Ttl::Kind::Missing    ? QVariant(missingTtl)
                                             : QVariant();
    const bool isHeld = state.holder.has_value();
    return QVariantList{id, at, item, bits, numberOf(state.value, state.largeInteger),
        numberOf(state.limit), ttl, orNull(holder),
        isHeld ? QVariant(at - state.since) : QVariant(),
        isHeld ? QVariant(state.renewals) : QVariant(),
        isHeld ? QVariant(state.longestLease) : QVariant(), orNull(state.waiters),
        detailOf(detail)};
}

bool rowHasPermits(const QVariantList &reading)
{
    return reading[3].toInt() & HasPermits;
}

Result<ObjectState> stateFrom(const QVariantList &row, const HolderWithId &holderOf)
{
    const WallMilliseconds at = rowTime(row);
    const int bits = row[3].toInt();
    ObjectState state;
    state.knowledge = Knowledge(bits & KnowledgeBits);
    state.beginIsSeen = bits & BeginIsSeen;
    state.valueIsEstimate = bits & ValueIsEstimate;
    state.limitIsInferred = bits & LimitIsInferred;
    state.isOver = bits & IsOver;
    state.hasPermits = bits & HasPermits;
    state.heldSinceIsUnsure = bits & SinceIsUnsure;
    state.heldSinceIsRequest = (bits & SinceIsRequest) && !state.heldSinceIsUnsure;
    state.value = numberFrom(row[4]);
    state.largeInteger = largeFrom(row[4]);
    state.limit = numberFrom(row[5]);
    if (const auto ttl = integerFrom(row[6])) {
        state.ttl = *ttl == persistentTtl ? Ttl::Kind::Persistent
            : *ttl == missingTtl          ? Ttl::Kind::Missing
                                          : Ttl::Kind::Remaining;
        state.deadline = at + *ttl;
    }
    if (const auto id = integerFrom(row[7])) {
        auto holder = holderOf(*id);
        if (!holder)
            return tl::unexpected(holder.error());
        state.holder = std::move(*holder);
    }
    state.since = at - row[8].toLongLong();
    state.renewals = row[9].toInt();
    state.longestLease = row[10].toInt();
    if (const auto waiters = integerFrom(row[11]))
        state.waiters = int(*waiters);
    if (row[12].isNull())
        return state;
    const QJsonObject detail = detailFrom(row[12]);
    state.remaining = numberFrom(numberInDetail(detail, "remaining"));
    state.window = durationFrom(integerFrom(detail, "window"));
    state.resetsAt = integerFrom(detail, "resetsAt");
    state.heldSince = integerFrom(detail, "heldSince");
    for (const auto &each : detail.value(u"permits").toArray()) {
        const QJsonArray permit = each.toArray();
        auto holder = holderOf(permit.at(0).toInteger());
        if (!holder)
            return tl::unexpected(holder.error());
        state.permits.push_back({std::move(*holder),
            permit.at(1).isDouble() ? std::optional(permit.at(1).toInteger()) : std::nullopt});
    }
    return state;
}

} // namespace lockstep
