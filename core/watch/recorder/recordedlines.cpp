// Reads what happened, line by line (part of RecordingReader): the lines of the journal, the
// changes of counters, and the times in which nothing was recorded. The rows of a batch are sorted
// by time, because in the file the lines of a batch come before its readings.
//
// Where there is no line, nothing happened. The journal has a line about a gap only when the gap is
// over, so a gap that lasts, or that ends after the time that was asked for, gets a line here. So
// does one that turned out to last for longer than its line says, in place of that line.

#include "core/watch/recorder/recordingreader.h"

#include "core/watch/snapshot/journaljson.h"
#include "core/watch/snapshot/jsonids.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockstep {

namespace {

// A recording that goes on may be so far behind its server although nothing is wrong: a quiet one
// is asked something every two seconds, a snapshot follows within a second, and the file is written
// twice a second, all of it a little later on a busy computer.
constexpr WallMilliseconds writtenWithin = 5'000;

// The lines of so many rows are in memory together.
constexpr qint64 rowsReadAtOnce = 10'000;

// A gap, with the rows of all that was written of it.
struct WholeGap
{
    RecordedGap gap;
    std::vector<qint64> rows; // RecordedGap::row, the latest last
};

// The gaps of a session. One that goes on after it was over, until all that was announced in it has
// arrived, was written as a second one that begins with it.
std::vector<WholeGap> wholeGaps(const std::vector<RecordedGap> &gaps, qint64 session)
{
    std::vector<WholeGap> wholes;
    const auto goesOn = [](const RecordedGap &gap, const RecordedGap &later) {
        return journalGapFrom(gap.cause) && gap.cause == later.cause && gap.node == later.node
            && gap.until && later.since < *gap.until;
    };
    for (const RecordedGap &gap : gaps) {
        if (gap.session != session)
            continue;
        const auto before = std::find_if(wholes.begin(), wholes.end(),
            [&](const WholeGap &whole) { return goesOn(whole.gap, gap); });
        WholeGap &whole = before == wholes.end() ? wholes.emplace_back(WholeGap{gap, {}}) : *before;
        whole.gap.since = std::min(whole.gap.since, gap.since);
        whole.gap.until = gap.until;
        whole.gap.row = gap.row;
        if (gap.row)
            whole.rows.push_back(*gap.row);
    }
    return wholes;
}

} // namespace

QJsonObject recordedLineToJson(const RecordedLine &line)
{
    QJsonObject object = journalEntryToJson(line.entry);
    if (line.kind == RecordedLine::Kind::Changed)
        object.insert(QLatin1String("event"), QLatin1String("changed"));
    if (line.late)
        object.insert(QLatin1String("lateMs"), qint64(line.late->count()));
    if (line.kind == RecordedLine::Kind::Gap)
        object.insert(QLatin1String("cause"), line.cause);
    const bool isBefore = line.kind == RecordedLine::Kind::NotRecordedBefore;
    if (line.kind == RecordedLine::Kind::NotRecorded || isBefore)
        object.insert(QLatin1String("cause"), QLatin1String("notRecorded"));
    if (isBefore)
        object.insert(QLatin1String("since"), QJsonValue());
    if (!line.address.isEmpty())
        object.insert(QLatin1String("server"), line.address);
    return object;
}

struct RecordingReader::LineReading
{
    std::optional<WallMilliseconds> from;
    std::optional<WallMilliseconds> to;
    const WantedKeys &wanted;
    const std::function<bool(const RecordedLine &)> &take;
    std::optional<QString> ids;
    // The last value of each counter, by key.
    std::unordered_map<QByteArray, std::pair<double, std::optional<qint64>>> told;
    const Batch *batch = nullptr; // of the last row that was taken
    std::vector<RecordedLine> ofBatch;
    std::vector<RecordedLine> finished; // of the batches before
    std::vector<RecordedLine> untold; // gaps without a line, in the order of time
    std::set<qint64> replaced; // rows of lines about a gap that was longer, and is among untold
    bool hasEnded = false;

    [[nodiscard]] bool isWithin(WallMilliseconds at) const
    {
        return (!from || *from <= at) && (!to || at < *to);
    }
    void giveUntold(std::chrono::system_clock::time_point before)
    {
        auto line = untold.begin();
        for (; line != untold.end() && line->entry.at <= before; ++line)
            hasEnded = hasEnded || !take(*line);
        untold.erase(untold.begin(), line);
    }
    // Gives the line which says that no session ran from `since` to `at`.
    void giveUnrecorded(WallMilliseconds since, WallMilliseconds at, const QString &address = {})
    {
        since = std::max(since, from.value_or(since));
        at = std::min(at, to.value_or(at));
        if (since >= at || hasEnded)
            return;
        RecordedLine line{RecordedLine::Kind::NotRecorded, {}, {}, address, {}};
        line.entry.kind = JournalEntry::Kind::Unseen;
        line.entry.since = utcInstant(since);
        line.entry.at = utcInstant(at);
        hasEnded = !take(line);
    }
    // Gives the line which says that no session ran before `at`, however long ago.
    void giveUnrecordedBefore(WallMilliseconds at)
    {
        RecordedLine line{RecordedLine::Kind::NotRecordedBefore, {}, {}, {}, {}};
        line.entry.kind = JournalEntry::Kind::Unseen;
        line.entry.at = utcInstant(std::min(at, to.value_or(at)));
        hasEnded = !take(line);
    }
    // The rows that are taken from here on are of this batch.
    void beginBatch(const Batch *next)
    {
        if (batch == next)
            return;
        batch = next;
        std::stable_sort(ofBatch.begin(), ofBatch.end(),
            [](const auto &a, const auto &b) { return a.entry.at < b.entry.at; });
        std::move(ofBatch.begin(), ofBatch.end(), std::back_inserter(finished));
        ofBatch.clear();
    }
    // Gives the lines of the batches that are over.
    void giveFinished()
    {
        for (const RecordedLine &line : std::exchange(finished, {})) {
            giveUntold(line.entry.at);
            hasEnded = hasEnded || !take(line);
        }
    }
    void give()
    {
        beginBatch(nullptr);
        giveFinished();
    }
    void takeEntry(const JournalEntry &entry, WallMilliseconds at, const Lateness &late)
    {
        if (entry.family == Family::Counter && entry.value && !entry.alert)
            told[entry.key] = {*entry.value, entry.largeInteger};
        if (isWithin(at))
            ofBatch.push_back({RecordedLine::Kind::Entry, entry, {}, {}, late});
    }
    void takeReading(const RecordedItem &item, const ObjectState &state, WallMilliseconds at)
    {
        if (state.knowledge == ObjectState::Knowledge::Absent)
            told.erase(item.key);
        if (state.knowledge != ObjectState::Knowledge::Known || !state.value)
            return;
        const std::pair value{*state.value, state.largeInteger};
        const auto [place, isNew] = told.try_emplace(item.key, value);
        if (std::exchange(place->second, value) == value || isNew || !isWithin(at))
            return;
        JournalEntry entry;
        entry.family = item.family;
        entry.confidence = item.confidence;
        entry.at = utcInstant(at);
        entry.key = item.key;
        entry.name = item.name;
        entry.library = item.format->library();
        entry.value = state.value;
        entry.largeInteger = state.largeInteger;
        entry.limit = state.limit;
        ofBatch.push_back({RecordedLine::Kind::Changed, entry, {}, {}, {}});
    }
};

Result<void> RecordingReader::lines(std::optional<WallMilliseconds> from,
    std::optional<WallMilliseconds> to, const WantedKeys &wanted,
    const std::function<bool(const RecordedLine &)> &take)
{
    LineReading reading{from, to, wanted, take, idsOf(wanted), {}, {}, {}, {}, {}, {}};
    std::optional<WallMilliseconds> end = from;
    QString address = m_sessions.empty() ? QString() : m_sessions.front().address;
    if (!from && to && !m_sessions.empty()) {
        end = m_sessions.front().keptFrom;
        // A clock that was set back may have made a later one the first.
        reading.giveUnrecordedBefore(std::min_element(
            m_sessions.begin(), m_sessions.end(), [](const auto &a, const auto &b) {
                return a.keptFrom < b.keptFrom;
            })->keptFrom);
    }
    for (const RecordedSession &session : m_sessions) {
        reading.giveUnrecorded(end.value_or(session.beganAt), session.keptFrom,
            session.address == address ? QString() : session.address);
        address = session.address;
        end = std::max(session.endedAt.value_or(session.seenUntil), end.value_or(0));
        reading.told.clear();
        if (reading.hasEnded)
            return {};
        if (const auto done = addUntoldGaps(reading, session); !done)
            return done;
        if (const auto done = readLines(reading, session); !done)
            return done;
        reading.giveUntold(std::chrono::system_clock::time_point::max());
    }
    if (!to || !end)
        return {};
    const WallMilliseconds until = std::min(*to, m_openedAt); // of later times nothing can be said
    const bool goesOn = m_isBeingRecorded && !m_sessions.empty() && !m_sessions.back().endedAt;
    if (!goesOn || until - *end >= writtenWithin)
        reading.giveUnrecorded(*end, until);
    return {};
}

Result<void> RecordingReader::addUntoldGaps(LineReading &reading, const RecordedSession &session)
{
    const auto transaction = beginReading();
    if (!transaction)
        return tl::unexpected(transaction.error());
    const WallMilliseconds begin = std::max(session.keptFrom, reading.from.value_or(INT64_MIN));
    WallMilliseconds end = session.endedAt.value_or(session.seenUntil);
    end = std::min(end, reading.to.value_or(end));
    std::unordered_map<qint64, JournalEntry> told; // lines about gaps, by id
    const auto read = m_database->each("events",
        QStringLiteral("SELECT * FROM events WHERE item IS NULL AND kind = ? AND id <= ?"),
        {int(JournalEntry::Kind::Unseen), m_batches.empty() ? 0 : m_batches.back().last},
        [&](const QVariantList &row) -> Result<void> {
            const auto entry = entryFrom(row, nullptr, m_holderOf);
            if (!entry)
                return tl::unexpected(entry.error());
            if (reading.isWithin(rowTime(row)))
                told.emplace(row.front().toLongLong(), *entry);
            return {};
        });
    if (!read)
        return read;
    for (const auto &[gap, rows] : wholeGaps(m_gaps, session.id)) {
        const WallMilliseconds until = gap.until.value_or(end);
        // The line about a gap is the first row after it, unless that is about a later one. A sleep
        // is told once for all nodes.
        const auto isTold = [&, &gap = gap](std::optional<qint64> row) {
            const auto line = row ? told.find(*row) : told.end();
            return line != told.end() && gapId(line->second.gap) == gap.cause
                && SnapshotClock::wallOf(line->second.since) < until
                && (line->second.node.isEmpty() || line->second.node == gap.node);
        };
        if (isTold(gap.row) || gap.since >= end || until <= begin)
            continue;
        std::copy_if(rows.begin(), rows.end(),
            std::inserter(reading.replaced, reading.replaced.end()), isTold);
        RecordedLine untold;
        untold.entry.kind = JournalEntry::Kind::Unseen;
        untold.entry.gap = journalGapFrom(gap.cause).value_or(JournalEntry::Gap::Connection);
        untold.entry.since = utcInstant(gap.since);
        untold.entry.at = utcInstant(std::min(until, end));
        untold.entry.node = gap.node;
        untold.kind = RecordedLine::Kind::Gap;
        untold.cause = gap.cause;
        reading.untold.push_back(untold);
    }
    std::stable_sort(reading.untold.begin(), reading.untold.end(),
        [](const auto &a, const auto &b) { return a.entry.at < b.entry.at; });
    return {};
}

Result<void> RecordingReader::readLines(LineReading &reading, const RecordedSession &session)
{
    // Reading begins at the checkpoint before the first line, which has the values of counters.
    std::optional<Rows> rows;
    for (const Batch &batch : m_batches) {
        const bool isWanted = batch.session == session.id
            && (!reading.to || batch.from < *reading.to)
            && (!reading.from || *reading.from <= batch.to);
        if (isWanted && !rows)
            rows = Rows{batch.first, batch.last};
        if (isWanted)
            rows->last = batch.last;
    }
    if (!rows)
        return {};
    if (reading.from) {
        if (const auto before = rowsFor(session, *reading.from))
            rows->first = std::min(rows->first, before->first);
    }
    // Part by part, and the lines of a part are given when it has been read: who takes them may be
    // slow, as a pager is, and the file is locked only while it is read.
    for (qint64 first = rows->first; first <= rows->last && !reading.hasEnded;
         first += rowsReadAtOnce) {
        const Rows part{first, std::min(rows->last, first + rowsReadAtOnce - 1)};
        const auto done = readPart(reading, part);
        reading.giveFinished(); // also what was before damage
        if (!done)
            return done;
    }
    reading.give();
    return {};
}

Result<void> RecordingReader::readPart(LineReading &reading, const Rows &part)
{
    const auto transaction = beginReading();
    if (!transaction)
        return tl::unexpected(transaction.error());
    const QString within = QStringLiteral("id BETWEEN %1 AND %2").arg(part.first).arg(part.last);
    const auto select = [&](const char *table, const QString &others) {
        const QString name = QLatin1String(table);
        const QString chosen = reading.ids
            ? QStringLiteral("id IN (SELECT id FROM %1 WHERE item IN (%2) AND %3%4)")
                  .arg(name, *reading.ids, within, others)
            : within;
        return m_database->select(
            QStringLiteral("SELECT * FROM %1 WHERE %2 ORDER BY id").arg(name, chosen));
    };
    auto events = select("events",
        QStringLiteral(" UNION ALL SELECT id FROM events WHERE item IS NULL AND ") + within);
    if (!events)
        return tl::unexpected(events.error());
    auto readings = select("readings", {});
    if (!readings)
        return tl::unexpected(readings.error());
    const int eventColumns = events->record().count();
    const int readingColumns = readings->record().count();
    bool hasEvent = events->next();
    bool hasReading = readings->next();
    while (hasEvent || hasReading) {
        const bool isEvent = hasEvent
            && (!hasReading || events->value(0).toLongLong() < readings->value(0).toLongLong());
        QSqlQuery &query = isEvent ? *events : *readings;
        const auto item = this->item(query.value(2));
        if (!item)
            return tl::unexpected(item.error());
        const bool isAsked = isEvent ? !*item || !reading.wanted || reading.wanted((*item)->key)
                                     : *item && (*item)->family == Family::Counter
                && (!reading.wanted || reading.wanted((*item)->key));
        if (isAsked) {
            reading.beginBatch(batchOf(query.value(0).toLongLong()));
            const auto row = m_database->checkedRow(
                query, isEvent ? eventColumns : readingColumns, isEvent ? "events" : "readings");
            if (!row)
                return tl::unexpected(row.error());
            if (isEvent && !reading.replaced.contains(row->front().toLongLong())) {
                const auto entry = entryFrom(*row, *item, m_holderOf);
                if (!entry)
                    return tl::unexpected(entry.error());
                reading.takeEntry(*entry, rowTime(*row), latenessOf(*row));
            } else if (!isEvent) {
                const auto state = stateFrom(*row, m_holderOf);
                if (!state)
                    return tl::unexpected(state.error());
                reading.takeReading(**item, *state, rowTime(*row));
            }
        }
        if (isEvent)
            hasEvent = events->next();
        else
            hasReading = readings->next();
    }
    if (events->lastError().isValid() || readings->lastError().isValid())
        return tl::unexpected(m_database->unreadableRows());
    return {};
}

// All rows of a batch have times from Batch::from to Batch::to, so batches outside the time asked
// for are skipped.
Result<std::vector<JournalEntry>> RecordingReader::latestLines(
    std::optional<WallMilliseconds> after, WallMilliseconds until, qint64 most)
{
    const auto reading = beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    const auto isLater = [&](const Batch &batch) { return !after || batch.to > *after; };
    const auto isEarlier = [&](const Batch &batch) { return batch.from <= until; };
    const auto first = std::find_if(m_batches.begin(), m_batches.end(), isLater);
    const auto last = std::find_if(m_batches.rbegin(), m_batches.rend(), isEarlier);
    std::vector<JournalEntry> lines;
    if (first == m_batches.end() || last == m_batches.rend())
        return lines;
    const auto read = m_database->each("events",
        QStringLiteral("SELECT * FROM events WHERE id BETWEEN ? AND ? AND at > ? AND at <= ? "
                       "ORDER BY id DESC LIMIT ?"),
        {first->first, last->last, after.value_or(-1), until, most},
        [&](const QVariantList &row) -> Result<void> {
            const auto item = this->item(row[2]);
            if (!item)
                return tl::unexpected(item.error());
            auto entry = entryFrom(row, *item, m_holderOf);
            if (!entry)
                return tl::unexpected(entry.error());
            lines.push_back(std::move(*entry));
            return {};
        });
    if (!read)
        return tl::unexpected(read.error());
    std::reverse(lines.begin(), lines.end());
    std::stable_sort(
        lines.begin(), lines.end(), [](const auto &a, const auto &b) { return a.at < b.at; });
    return lines;
}

Result<std::optional<WallMilliseconds>> RecordingReader::lineAfter(WallMilliseconds moment)
{
    const auto reading = beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    std::optional<WallMilliseconds> next;
    for (const Batch &batch : m_batches) {
        if (batch.to <= moment || (next && batch.from >= *next))
            continue;
        const auto at = m_database->value(
            QStringLiteral("SELECT MIN(at) FROM events WHERE id BETWEEN ? AND ? AND at > ?"),
            {batch.first, batch.last, moment});
        if (!at)
            return tl::unexpected(at.error());
        if (!at->isNull())
            next = std::min(next.value_or(at->toLongLong()), at->toLongLong());
    }
    return next;
}

Result<std::optional<WallMilliseconds>> RecordingReader::lineBefore(WallMilliseconds moment)
{
    const auto reading = beginReading();
    if (!reading)
        return tl::unexpected(reading.error());
    std::optional<WallMilliseconds> last;
    for (auto batch = m_batches.rbegin(); batch != m_batches.rend(); ++batch) {
        if (batch->from >= moment || (last && batch->to <= *last))
            continue;
        const auto at = m_database->value(
            QStringLiteral("SELECT MAX(at) FROM events WHERE id BETWEEN ? AND ? AND at < ?"),
            {batch->first, batch->last, moment});
        if (!at)
            return tl::unexpected(at.error());
        if (!at->isNull())
            last = std::max(last.value_or(at->toLongLong()), at->toLongLong());
    }
    return last;
}

} // namespace lockstep
