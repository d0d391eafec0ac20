#include "ui/lab/table/operationsmodel.h"

#include "ui/lab/words/verdictwords.h"
#include "ui/text/wording.h"

#include <algorithm>

namespace lockstep {

namespace {

QString valueWords(const Run &run, const ClockReadings &clock, const KeyChange *change)
{
    const History &history = run.history;
    if (!change || !change->exists)
        return QStringLiteral("–");
    if (change->isNumber || change->value == 0)
        return wording::number(double(change->number));
    const auto bucket = change->isString
        ? bucketWords(run, clock, history.texts[change->key].toByteArray(),
            history.texts[change->value].toByteArray())
        : std::nullopt;
    return bucket ? *bucket : wording::key(history.texts[change->value], 24);
}

// The clock readings of the round. They are needed only for buckets, so without one there are none.
ClockReadings readingsOf(const Run &run, int round)
{
    if (!run.scenario || run.scenario->purposes.empty())
        return {};
    const std::size_t end = endOf(run.history, round, &Round::firstMark, run.history.marks.size());
    return {run, run.history.rounds[std::size_t(round)].firstMark, quint32(end)};
}

// The text number of the key that a plain SET has written. 0, which is the empty text, if it was no
// such command, or the server refused it, or the key is no text of this history.
quint32 keyOfSet(const History &history, const Operation &operation)
{
    const QList<QByteArray> words = history.texts[operation.command].toByteArray().split(' ');
    const bool isSet = words.size() > 2 && words[0].compare("SET", Qt::CaseInsensitive) == 0
        && history.texts[operation.reply] == "OK";
    const quint32 key = isSet ? history.texts.find(words[1]) : 0;
    return key == none ? 0 : key;
}

bool proves(const Run &run, int round, quint32 operation)
{
    return std::any_of(run.results.begin(), run.results.end(), [&](const CheckResult &result) {
        return result.first && result.first->round == round
            && result.first->operations.contains(operation);
    });
}

} // namespace

QString effectWords(
    const RunPtr &run, const RoundIndex &index, const ClockReadings &clock, quint32 operation)
{
    QStringList parts;
    const History &history = run->history;
    const auto say = [&](const KeyChange *before, const KeyChange *after) {
        parts << QStringLiteral("%1 %2 → %3")
                     .arg(wording::key(history.texts[after->key], 24),
                         valueWords(*run, clock, before), valueWords(*run, clock, after));
    };
    for (const auto &[before, after] : index.changesOf(operation))
        say(before, after);
    // A SET of the present value changes nothing but still writes, so it is shown as n → n.
    const quint32 key = parts.isEmpty() ? keyOfSet(history, history.operations[operation]) : 0;
    if (const KeyChange *kept = key != 0 ? index.valueAt(operation, key) : nullptr)
        say(kept, kept);
    return parts.join(QStringLiteral(", "));
}

void OperationsModel::setRound(
    const RunPtr &run, int round, const std::shared_ptr<const RoundIndex> &index)
{
    beginResetModel();
    m_run = run;
    m_index = index;
    m_round = round;
    m_clock = run && index ? readingsOf(*run, round) : ClockReadings();
    m_begin = run && index ? run->history.rounds.at(std::size_t(round)).begin : 0;
    findRows();
    endResetModel();
}

void OperationsModel::setClient(quint32 client)
{
    if (client == m_client)
        return;
    beginResetModel();
    m_client = client;
    findRows();
    endResetModel();
}

void OperationsModel::findRows()
{
    m_rows.clear();
    if (!m_index || m_client == none) // all clients: the index itself knows the order
        return;
    const auto own = m_index->operationsOf(m_client);
    m_rows.assign(own.begin(), own.end());
    std::sort(m_rows.begin(), m_rows.end(),
        [this](quint32 a, quint32 b) { return m_index->placeOf(a) < m_index->placeOf(b); });
}

void OperationsModel::setMarkedLine(int line)
{
    if (line == m_markedLine)
        return;
    m_markedLine = line;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {IsMarkedRole});
}

quint32 OperationsModel::operation(int row) const
{
    if (row < 0 || row >= rowCount())
        return none;
    return m_client == none ? m_index->executedAt(quint32(row)) : m_rows[std::size_t(row)];
}

int OperationsModel::rowOf(quint32 operation) const
{
    // The difference is unsigned, so an operation before the round's first one, and `none`, become
    // too large.
    if (!m_index || operation - m_index->first() >= m_index->count())
        return -1;
    const quint32 place = m_index->placeOf(operation);
    if (m_client == none)
        return int(place);
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), place,
        [this](quint32 at, quint32 row) { return at < m_index->placeOf(row); });
    return int(after - m_rows.begin()) - 1;
}

int OperationsModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid() || !m_index)
        return 0;
    return m_client == none ? int(m_index->count()) : int(m_rows.size());
}

int OperationsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString OperationsModel::text(quint32 number, int column) const
{
    const History &history = m_run->history;
    const Operation &operation = history.operations[number];
    const bool isLost = operation.returned == never;
    switch (column) {
    case Place:
        return placeWords(number);
    case Sent:
        return sinceBegin(operation.called);
    case Replied:
        return isLost ? QString() : sinceBegin(operation.returned);
    case Client:
        return operation.client < history.clients.size()
            ? QString::fromUtf8(history.clients[operation.client].name)
            : QString();
    case Command:
        return wording::key(history.texts[operation.command], 200);
    case Reply:
        return isLost ? tr("no reply") : wording::key(history.texts[operation.reply], 200);
    case Effect:
        return effectWords(m_run, *m_index, m_clock, number);
    case Line:
        return operation.line > 0 ? QString::number(operation.line) : QString();
    default:
        return {};
    }
}

// Places are counted from 1. An operation without a place in the servers' order gets a dash: it was
// lost, and whether it was executed is unknown, or nothing is known of that order.
QString OperationsModel::placeWords(quint32 number) const
{
    return m_run->history.operations[number].order == none
        ? QStringLiteral("–")
        : QString::number(m_index->placeOf(number) + 1);
}

bool OperationsModel::isOrderKnown() const
{
    return !m_run || m_run->history.orderKind != OrderKind::Sampled;
}

// What the first column counts, or why it does not.
QString OperationsModel::orderWords() const
{
    return isOrderKnown()
        ? tr("The place in the order in which the servers executed the commands. That of "
             "sending them and that of the replies may be others.")
        : tr("The servers' own order is not known: it is found out on private servers only, with "
             "“Exact order” on. The rows stand in the order of the replies.");
}

QString OperationsModel::sinceBegin(Moment at) const
{
    return QString::number(double(at - m_begin) / 1e6, 'f', 3);
}

// When the operation was sent and answered. If its times contradict the order of the rows, also why
// that is correct.
QString OperationsModel::timesWords(int row) const
{
    const History &history = m_run->history;
    const Operation &operation = history.operations[this->operation(row)];
    const QString sent = spanWords(std::chrono::nanoseconds(operation.called - m_begin));
    if (operation.returned == never)
        return tr("Sent at %1, never answered").arg(sent);
    QString words =
        tr("Sent at %1, answered after %2")
            .arg(sent, spanWords(std::chrono::nanoseconds(operation.returned - operation.called)));
    if (row == 0 || history.orderKind != OrderKind::Exact)
        return words;
    const Operation &above = history.operations[this->operation(row - 1)];
    if (operation.order == none || above.order == none)
        return words;
    if (operation.called < above.called)
        words += u'\n'
            + tr("It was sent before the command above, and the servers executed it after that.");
    else if (above.returned != never && operation.returned < above.returned)
        words += u'\n'
            + tr("The servers executed it after the command above, whose reply arrived later.");
    return words;
}

QVariant OperationsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const quint32 number = operation(index.row());
    const Operation &operation = m_run->history.operations[number];
    switch (role) {
    case Qt::DisplayRole:
    case RawRole:
        return text(number, index.column());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return index.column() == Place && !isOrderKnown() ? orderWords() : timesWords(index.row());
    case IsMarkedRole:
        return m_markedLine > 0 && operation.line == m_markedLine;
    case IsLostRole:
        return operation.returned == never;
    case IsProofRole:
        return proves(*m_run, m_round, number);
    default:
        return {};
    }
}

QVariant OperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && section == Place)
        return orderWords();
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Place:
        return tr("order");
    case Sent:
        return tr("sent ms");
    case Replied:
        return tr("replied ms");
    case Client:
        return tr("client");
    case Command:
        return tr("command");
    case Reply:
        return tr("reply");
    case Effect:
        return tr("before → after");
    case Line:
        return tr("line");
    default:
        return {};
    }
}

} // namespace lockstep
