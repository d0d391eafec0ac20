// Makes the journal say which locks the user released from this window. The watch sees that a lock
// was released, or, where somebody waits in line, that it was handed over at once. An entry
// “released” is replaced by “released by you”; before “handed over” it is added, because that
// somebody else holds the lock now is true as well.

#include "app/window/ownreleases.h"

namespace lockstep {

namespace {

bool isOf(const CowOptional<Holder> &holder, const QByteArray &token)
{
    return holder && holder->token == token;
}

} // namespace

void OwnReleases::clear()
{
    m_tokens.clear();
    m_added = 0;
}

void OwnReleases::mark(Snapshot &snapshot)
{
    using Kind = JournalEntry::Kind;
    std::vector<JournalEntry> journal;
    journal.reserve(snapshot.journal.size());
    for (JournalEntry &entry : snapshot.journal) {
        const auto own = m_tokens.constFind(entry.key);
        const bool isKnown = own != m_tokens.constEnd();
        if (isKnown && entry.kind == Kind::Released && isOf(entry.holder, *own)) {
            entry.kind = Kind::ReleasedByHand;
            m_tokens.erase(own);
        } else if (isKnown && entry.kind == Kind::HandedOver && isOf(entry.previous, *own)) {
            JournalEntry ours = entry;
            ours.kind = Kind::ReleasedByHand;
            ours.holder = std::exchange(ours.previous, {});
            ours.ttlAfter.reset();
            journal.push_back(std::move(ours));
            ++m_added;
            m_tokens.erase(own);
        }
        journal.push_back(std::move(entry));
    }
    snapshot.journal = std::move(journal);
    snapshot.journalTotal += m_added;
}

} // namespace lockstep
