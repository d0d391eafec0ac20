#include "core/lab/statespace/state/keyowners.h"

#include "core/lab/scenario/keypattern.h"
#include "core/lab/wire/overwriting.h"
#include "core/lab/wire/replytext.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

bool isOwnerCheck(const Check &check)
{
    return check.kind == Check::Kind::ReleasedByOwner || check.kind == Check::Kind::RenewedByOwner;
}

bool isAbout(const Check &check, const QByteArray &key)
{
    return isOwnerCheck(check)
        && matchesKeyPattern({check.name.constData(), size_t(check.name.size())},
            {key.constData(), size_t(key.size())});
}

// Whether a hash, a list, a set or a sorted set has lost all fields or elements that it had.
bool hasNothingLeft(QByteArrayView before, QByteArrayView after)
{
    if (canonical::typeOf(before) != canonical::typeOf(after))
        return true;
    const auto type = canonical::typeOf(after);
    const size_t width = type == canonical::Hash || type == canonical::SortedSet ? 2 : 1;
    const auto old = canonical::elements(before), now = canonical::elements(after);
    std::set<QByteArrayView> names;
    for (size_t i = 0; i < old.size(); i += width)
        names.insert(old[i]);
    for (size_t i = 0; i < now.size(); i += width) {
        if (names.contains(now[i]))
            return false;
    }
    return true;
}

} // namespace

KeyOwners::KeyOwners(const Scenario &scenario, const DatasetTable &datasets, QByteArray prefix)
    : m_checks(scenario.checks)
    , m_datasets(datasets)
    , m_prefix(std::move(prefix))
    , m_isNeeded(std::any_of(m_checks.begin(), m_checks.end(), isOwnerCheck))
{
}

bool KeyOwners::isWatched(quint32 key) const
{
    const QByteArray name = withoutPrefix(m_datasets.keyName(key), m_prefix);
    return std::any_of(
        m_checks.begin(), m_checks.end(), [&](const Check &check) { return isAbout(check, name); });
}

quint32 KeyOwners::violatedBy(const Owner &owner, const Change &change) const
{
    constexpr quint32 missing = 0; // the value of a key that is not there
    const quint32 now = m_datasets.valueOf(change.after, owner.key);
    const auto &deadlines = change.deadlines;
    const bool isTouched = now != m_datasets.valueOf(change.before, owner.key)
        || std::find(deadlines.begin(), deadlines.end(), owner.key) != deadlines.end();
    if (change.actor == none || owner.client == none || change.actor == owner.client || !isTouched)
        return 0;
    const QByteArray key = withoutPrefix(m_datasets.keyName(owner.key), m_prefix);
    quint32 violated = 0;
    for (size_t i = 0; i < m_checks.size(); ++i) {
        // A key that is gone was released; one that is still there was renewed or overwritten.
        const auto broken =
            now == missing ? Check::Kind::ReleasedByOwner : Check::Kind::RenewedByOwner;
        if (m_checks[i].kind == broken && isAbout(m_checks[i], key))
            violated |= quint32(1) << i;
    }
    return violated;
}

std::vector<quint32> KeyOwners::overwritten(
    std::string_view wire, quint32 before, quint32 after) const
{
    std::vector<quint32> keys;
    if (!m_isNeeded || before == after)
        return keys;
    for (const KeyHeld &each : m_datasets[after]) {
        const quint32 old = m_datasets.valueOf(before, each.key);
        if (old == 0 || old == each.value || !isWatched(each.key))
            continue;
        const Overwriting how = overwritingOf(wire, m_datasets.keyName(each.key));
        const QByteArrayView now = m_datasets.value(each.value);
        // A script with a DEL in its text may have counted down instead.
        const bool isMadeAnew = how == Overwriting::Removal
            && canonical::typeOf(now) != canonical::String
            && hasNothingLeft(m_datasets.value(old), now);
        if (how == Overwriting::Whole || isMadeAnew)
            keys.push_back(each.key);
    }
    return keys;
}

quint32 KeyOwners::after(quint32 owners, const Change &change, quint32 *violated)
{
    if (!m_isNeeded || (change.before == change.after && change.deadlines.empty()))
        return owners;
    const auto isOverwritten = [&change](quint32 key) {
        const auto &keys = change.overwritten;
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    std::vector<Owner> left; // those after the change; the value of a key that is gone is 0
    for (const Owner &each : m_owners[owners]) {
        const bool isOfNode = int(each.node) == change.node;
        if (isOfNode)
            *violated |= violatedBy(each, change);
        if (!isOfNode
            || (m_datasets.valueOf(change.after, each.key) != 0 && !isOverwritten(each.key)))
            left.push_back(each);
    }
    for (const KeyHeld &each : m_datasets[change.after]) {
        const bool isMade = m_datasets.valueOf(change.before, each.key) == 0;
        if ((isMade && isWatched(each.key)) || isOverwritten(each.key))
            left.push_back({quint32(change.node), each.key, change.actor});
    }
    const quint32 number = m_encoded.add(
        {reinterpret_cast<const char *>(left.data()), qsizetype(left.size() * sizeof(Owner))});
    if (number == m_owners.size())
        m_owners.push_back(std::move(left));
    return number;
}

} // namespace lockstep
