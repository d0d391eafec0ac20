#include "core/lab/history/markednames.h"

#include "core/lab/history/roundrecords.h"

namespace lockstep {

namespace {

std::set<QByteArray> *namesOf(MarkedNames &marked, MarkRecord::Kind kind)
{
    switch (kind) {
    case MarkRecord::Kind::Enter:
        return &marked.entered;
    case MarkRecord::Kind::Count:
        return &marked.counted;
    case MarkRecord::Kind::Event:
        return &marked.events;
    case MarkRecord::Kind::Leave:
        break;
    }
    return nullptr;
}

// Whether the check says "at most 0", so that nobody is to mark its name.
bool wantsNone(const Check &check)
{
    const bool isAtMost = check.kind == Check::Kind::HoldersAtMost
        || check.kind == Check::Kind::CountAtMost || check.kind == Check::Kind::AdmittedAtMost;
    return isAtMost && check.amount.parameter.isEmpty() && check.amount.number <= 0;
}

} // namespace

void MarkedNames::add(MarkRecord::Kind kind, const QByteArray &name)
{
    if (auto *const names = namesOf(*this, kind))
        names->insert(name);
}

// There may be a million marks and only a few names, so each name is added to the sets once.
void MarkedNames::add(const RoundRecords &records)
{
    constexpr size_t kinds = 4;
    std::vector<bool> seen(kinds * records.history.texts.size());
    for (const MarkRecord &mark : records.marks) {
        const size_t place = kinds * mark.name + size_t(mark.kind);
        if (seen[place])
            continue;
        seen[place] = true;
        add(mark.kind, records.history.texts[mark.name].toByteArray());
    }
}

QList<QByteArray> unmarkedNames(const Check &check, const MarkedNames &marked)
{
    const auto isIn = [](const std::set<QByteArray> &names, const QByteArray &name) {
        return name.isEmpty() || names.contains(name);
    };
    QList<QByteArray> unmarked;
    if (wantsNone(check))
        return unmarked;
    switch (check.kind) {
    case Check::Kind::HoldersAtMost:
        if (!isIn(marked.entered, check.name))
            unmarked << check.name;
        break;
    case Check::Kind::CountAtMost:
    case Check::Kind::CountAtLeast:
    case Check::Kind::SumEquals: // the other name is a key
        if (!isIn(marked.counted, check.name))
            unmarked << check.name;
        break;
    case Check::Kind::InOrder:
        for (const QByteArray &name : {check.name, check.other}) {
            if (!isIn(marked.events, name))
                unmarked << name;
        }
        break;
    case Check::Kind::AdmittedAtMost:
        if (!isIn(marked.events, check.name) && !isIn(marked.counted, check.name))
            unmarked << check.name;
        break;
    default:
        break;
    }
    return unmarked;
}

} // namespace lockstep
