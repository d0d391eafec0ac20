// What is kept is copied into a new history, because texts cannot be removed from InternedTexts.
// That is cheap enough: a run does it seldom, and each time half of its operations go.

#include "core/lab/history/forgetrounds.h"

#include "core/lab/history/roundrecords.h"

namespace lockstep {

namespace {

// Copies records of one history into another.
class RecordCopy
{
public:
    RecordCopy(const History &from, History &to)
        : m_from(from)
        , m_to(to)
        , m_texts(from.texts.size(), none)
    {
    }

    void copyRound(int number)
    {
        const RoundRecords records(m_from, number);
        m_firstBefore = records.round.firstOperation;
        m_first = quint32(m_to.operations.size());
        m_count = quint32(records.operations.size());
        for (Operation each : records.operations) {
            each.command = text(each.command);
            each.reply = text(each.reply);
            m_to.operations.push_back(each);
        }
        for (MarkRecord each : records.marks) {
            each.operation = moved(each.operation);
            each.name = text(each.name);
            each.text = text(each.text);
            m_to.marks.push_back(each);
        }
        for (WaitRecord each : records.waits) {
            each.operation = moved(each.operation);
            each.name = text(each.name);
            m_to.waits.push_back(each);
        }
        for (const KeyChange &each : records.changes)
            m_to.changes.push_back(copyOf(each));
        for (const KeyChange &each : records.replicaReadings)
            m_to.replicaReadings.push_back(copyOf(each));
        for (Incident each : records.incidents) {
            each.operation = moved(each.operation);
            m_to.incidents.push_back(each);
        }
        for (MessageRecord each : records.messages) {
            each.operation = moved(each.operation);
            each.channel = text(each.channel);
            each.text = text(each.text);
            m_to.messages.push_back(each);
        }
        for (ReceiptRecord each : records.receipts) {
            each.channel = text(each.channel);
            m_to.receipts.push_back(each);
        }
        m_to.processes.insert(
            m_to.processes.end(), records.processes.begin(), records.processes.end());
    }

private:
    KeyChange copyOf(KeyChange change)
    {
        change.operation = moved(change.operation);
        change.key = text(change.key);
        change.value = text(change.value);
        return change;
    }

    quint32 text(quint32 number)
    {
        quint32 &copy = m_texts.at(number);
        if (copy == none)
            copy = m_to.texts.add(m_from.texts[number]);
        return copy;
    }

    [[nodiscard]] quint32 moved(quint32 operation) const
    {
        const quint32 place = operation - m_firstBefore; // huge where it is of an earlier round
        return operation == none || place >= m_count ? none : m_first + place;
    }

    const History &m_from;
    History &m_to;
    std::vector<quint32> m_texts; // the number of each in the copy; none: not yet there
    // Of the round that is being copied: the number of its first operation in the old history and
    // in the new one, and how many operations it has.
    quint32 m_firstBefore = 0, m_first = 0, m_count = 0;
};

qint64 operationsIn(const History &history, int round)
{
    return qint64(RoundRecords(history, round).operations.size());
}

// Makes room for exactly the records that are kept, because what a vector has allocated beyond its
// records counts as memory, too.
void makeRoom(History &kept, const History &history, const std::vector<bool> &keeps)
{
    size_t operations = 0, marks = 0, waits = 0, changes = 0, incidents = 0, processes = 0;
    for (size_t number = 0; number < keeps.size(); ++number) {
        if (!keeps[number])
            continue;
        const RoundRecords records(history, int(number));
        operations += records.operations.size();
        marks += records.marks.size();
        waits += records.waits.size();
        changes += records.changes.size();
        incidents += records.incidents.size();
        processes += records.processes.size();
    }
    kept.rounds.reserve(history.rounds.size());
    kept.operations.reserve(operations);
    kept.marks.reserve(marks);
    kept.waits.reserve(waits);
    kept.changes.reserve(changes);
    kept.incidents.reserve(incidents);
    kept.processes.reserve(processes);
}

} // namespace

void forgetRounds(History &history, const std::vector<bool> &keeps)
{
    History kept;
    kept.clients = history.clients;
    kept.timeSteps = history.timeSteps;
    kept.orderKind = history.orderKind;
    kept.readKeys = history.readKeys;
    kept.unreadPatterns = history.unreadPatterns;
    kept.forgottenOperations = history.forgottenOperations;
    makeRoom(kept, history, keeps);
    RecordCopy copy(history, kept);
    for (size_t number = 0; number < history.rounds.size(); ++number) {
        Round round = history.rounds[number];
        beginRecords(round, kept);
        round.isKept &= keeps[number];
        kept.rounds.push_back(round);
        if (keeps[number])
            copy.copyRound(int(number));
        else
            kept.forgottenOperations += operationsIn(history, int(number));
    }
    history = std::move(kept);
}

std::vector<bool> roundsToKeep(const History &history, const std::vector<int> &needed)
{
    std::vector<bool> keeps(history.rounds.size(), false);
    auto left = qint64(history.operations.size() / 2);
    const auto keep = [&](size_t number) {
        if (!keeps[number])
            left -= operationsIn(history, int(number));
        keeps[number] = true;
    };
    for (const int round : needed)
        keep(size_t(round));
    size_t number = history.rounds.size();
    keep(--number); // there is always one to be looked at
    while (number > 0 && left > 0)
        keep(--number);
    return keeps;
}

} // namespace lockstep
