#include "ui/lab/table/stepsmodel.h"

#include "ui/lab/words/stepwords.h"
#include "ui/text/wording.h"

namespace lockstep {

// If the run has only become longer, the rows are kept, and with them the selection.
void StepsModel::setRun(const SteppedRunPtr &run)
{
    const bool continues = m_run && run && run->steps.size() == m_run->steps.size() + 1
        && std::equal(m_run->trace.begin(), m_run->trace.end(), run->trace.begin());
    if (continues) {
        const int row = rowCount();
        beginInsertRows({}, row, row);
        m_run = run;
        endInsertRows();
        return;
    }
    beginResetModel();
    m_run = run;
    endResetModel();
}

void StepsModel::allChanged()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void StepsModel::setMarkedLine(int line)
{
    if (line == m_markedLine)
        return;
    m_markedLine = line;
    allChanged();
}

void StepsModel::setDifference(int step)
{
    if (step == m_difference)
        return;
    m_difference = step;
    allChanged();
}

int StepsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_run ? 0 : int(m_run->steps.size());
}

int StepsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(OperationsModel::ColumnCount);
}

QString StepsModel::text(int row, int column) const
{
    const StepTaken &step = m_run->steps[std::size_t(row)];
    switch (column) {
    case OperationsModel::Place:
        return m_difference == row + 1 ? tr("≠ %1", "the first step that differs").arg(row + 1)
                                       : QString::number(row + 1);
    case OperationsModel::Client:
        return stepperName(*m_run, step.step);
    case OperationsModel::Command:
        return actionWords(*m_run, step);
    case OperationsModel::Reply:
        return wording::key(step.reply, 200);
    case OperationsModel::Effect:
        return effectWords(*m_run, step);
    case OperationsModel::Line:
        return step.line > 0 ? QString::number(step.line) : QString();
    default:
        return {};
    }
}

QString StepsModel::toolTip(int row) const
{
    const StepTaken &step = m_run->steps[std::size_t(row)];
    QStringList lines{traceWord(step.step)};
    if (m_difference == row + 1)
        lines << tr("The first step that the two runs do not share.");
    if (step.violated != 0)
        lines << tr("Does not hold: %1").arg(violatedChecksWords(*m_run, step.violated));
    return lines.join(u'\n');
}

QVariant StepsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const StepTaken &step = m_run->steps[std::size_t(row)];
    switch (role) {
    case Qt::DisplayRole:
    case OperationsModel::RawRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter
            | (OperationsModel::isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return toolTip(row);
    case OperationsModel::IsMarkedRole:
        return (m_markedLine > 0 && step.line == m_markedLine) || m_difference == row + 1;
    case OperationsModel::IsLostRole:
        return false;
    case OperationsModel::IsProofRole: // checks that are violated from this step on
        return (step.violated & ~violatedAt(*m_run, row)) != 0;
    default:
        return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter
            | (OperationsModel::isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case OperationsModel::Place:
        return tr("step");
    case OperationsModel::Client:
        return tr("client");
    case OperationsModel::Command:
        return tr("command");
    case OperationsModel::Reply:
        return tr("reply");
    case OperationsModel::Effect:
        return tr("before → after");
    case OperationsModel::Line:
        return tr("line");
    default:
        return {};
    }
}

} // namespace lockstep
