#include "core/lab/checks/toldevents.h"

#include <algorithm>

namespace lockstep {

ToldEvents::ToldEvents(const RoundRecords &records, const std::vector<Happening> &happenings,
    const WhoWasInside &whoWasInside)
    : m_records(records)
    , m_happenings(happenings)
    , m_whoWasInside(whoWasInside)
{
}

void ToldEvents::add(size_t place, std::vector<int> inside, quint32 lock)
{
    const MarkRecord &mark = *m_happenings[place].mark;
    const InternedTexts &texts = m_records.history.texts;
    // The time is counted as a program's now() counts it, see RunLoop::now().
    constexpr qint64 millisecond = 1'000'000; // as a Moment
    const qint64 atMs = mark.at / millisecond - m_records.round.begin / millisecond;
    m_events[mark.name].push_back(
        {{texts[mark.name].toByteArray(), mark.value, texts[mark.text].toByteArray(),
             int(mark.client), atMs, std::move(inside), std::nullopt},
            place, lock, m_whoWasInside.isCertainAtEvent(place)});
}

ToldEvents::Told ToldEvents::of(quint32 name, Trial *trial) const
{
    const auto found = m_events.find(name);
    if (found == m_events.end())
        return {};
    Told told;
    for (const Event &each : found->second) {
        told.events.push_back(each.seen);
        told.isInsideCertain &= each.isInsideCertain;
        if (trial != nullptr && !each.isInsideCertain)
            chooseInside(each, &told.events.back(), trial);
    }
    return told;
}

void ToldEvents::chooseInside(const Event &event, StateView::EventSeen *seen, Trial *trial) const
{
    if (!trial->told.contains(event.place)) {
        trial->hidden.insert(event.place);
        seen->hiddenInside = event.place;
        return;
    }
    WhoWasInside::Clients clients = m_whoWasInside.othersAtEvent(event.place, event.lock);
    if (std::find(seen->inside.begin(), seen->inside.end(), seen->client) != seen->inside.end())
        clients.certainly.push_back(seen->client);
    seen->inside = WhoWasInside::choose(
        clients, {Choices::Kind::InsideAtEvent, 0, qint64(event.place)}, *trial);
}

} // namespace lockstep
