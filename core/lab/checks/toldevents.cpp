#include "core/lab/checks/toldevents.h"

#include <algorithm>

namespace lockstep {

ToldEvents::ToldEvents(const RoundRecords &records, const std::vector<Happening> &happenings)
    : m_records(records)
    , m_happenings(happenings)
    , m_insideAtEvents(happenings)
{
}

void ToldEvents::add(size_t place, std::vector<int> inside, quint32 lock)
{
    const MarkRecord &mark = *m_happenings[place].mark;
    const InternedTexts &texts = m_records.history.texts;
    // As now() counts them, see RunLoop::now().
    constexpr qint64 millisecond = 1'000'000; // as a Moment
    const qint64 atMs = mark.at / millisecond - m_records.round.begin / millisecond;
    m_events[mark.name].push_back(
        {{texts[mark.name].toByteArray(), mark.value, texts[mark.text].toByteArray(),
             int(mark.client), atMs, std::move(inside), std::nullopt},
            place, lock, m_insideAtEvents.isCertain(place)});
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

// Of those who are not known to be inside nobody, all, or any of them.
void ToldEvents::chooseInside(const Event &event, StateView::EventSeen *seen, Trial *trial) const
{
    if (!trial->told.contains(event.place)) {
        trial->hidden.insert(event.place);
        seen->hiddenInside = event.place;
        return;
    }
    const InsideAtEvents::Others &others = m_insideAtEvents.othersAt(event.place, event.lock);
    constexpr size_t mostClients = 9; // of more there are more possibilities than can be tried
    if (others.possibly.size() > mostClients) {
        trial->isTooMany = true;
        return;
    }
    const size_t all = (size_t(1) << others.possibly.size()) - 1;
    const size_t chosen =
        trial->choices.choose({Choices::Kind::Inside, 0, qint64(event.place)}, all + 1);
    const size_t which = chosen == 0 ? 0 : chosen == 1 ? all : chosen - 1;
    std::erase_if(seen->inside, [&](int client) { return client != event.seen.client; });
    seen->inside.insert(seen->inside.end(), others.certainly.begin(), others.certainly.end());
    for (size_t i = 0; i < others.possibly.size(); ++i) {
        if ((which >> i & 1U) != 0)
            seen->inside.push_back(others.possibly[i]);
    }
    std::sort(seen->inside.begin(), seen->inside.end());
}

} // namespace lockstep
