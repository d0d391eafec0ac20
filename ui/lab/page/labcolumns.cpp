#include "ui/lab/page/labcolumns.h"

#include "ui/lab/page/programcolumn.h"
#include "ui/lab/program/programview.h"

#include <QAction>
#include <QDataStream>
#include <QHash>

#include <utility>

namespace lockstep {

LabColumns::LabColumns(QWidget *list, ProgramColumn *program, QWidget *run, QAction *showList,
    QAction *showProgram, QWidget *parent)
    : QuietSplitter(Qt::Horizontal, parent)
    , m_list(list)
    , m_program(program)
    , m_showList(showList)
    , m_showProgram(showProgram)
{
    const int unit = fontMetrics().averageCharWidth();
    for (QWidget *column : {list, static_cast<QWidget *>(program), run})
        addWidget(column);
    setStretchFactor(0, 0);
    setStretchFactor(1, 0);
    setStretchFactor(2, 1);
    setObjectName(QStringLiteral("columns"));
    setSizes({unit * 41, unit * 48, unit * 90});
    list->setMinimumWidth(unit * 40);
    // Both have room in the smallest window.
    program->setMinimumWidth(unit * 40);
    run->setMinimumWidth(unit * 48);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isArrangedByUser = true; });
    connect(showList, &QAction::toggled, list, &QWidget::setVisible);
    connect(showProgram, &QAction::toggled, program, &QWidget::setVisible);
}

LabColumns::Shown LabColumns::shown() const
{
    return {m_showList->isChecked(), m_showProgram->isChecked()};
}

void LabColumns::setShown(const Shown &shown)
{
    m_showList->setChecked(shown.list);
    m_showProgram->setChecked(shown.program);
}

void LabColumns::fit(int pageWidth, bool mayHide)
{
    m_pageWidth = pageWidth;
    arrange();
    const bool isNarrow = pageWidth < fontMetrics().averageCharWidth() * 150;
    if (isNarrow == m_wasNarrow)
        return;
    m_wasNarrow = isNarrow;
    if (mayHide && !isPresenting())
        m_showList->setChecked(!isNarrow);
}

// Gives the program eighty columns, if that leaves enough for the run.
void LabColumns::arrange()
{
    if (m_isArrangedByUser)
        return;
    constexpr int programColumns = 80;
    const int unit = fontMetrics().averageCharWidth();
    const int list = m_list->isHidden() ? 0 : unit * 41 + handleWidth();
    const int room = width() - list - handleWidth();
    const int wanted = m_program->program()->widthOfColumns(programColumns);
    const int program = room - wanted >= unit * 88
        ? wanted
        : std::clamp(room - unit * 50, m_program->minimumWidth(), unit * 48);
    setSizes({unit * 41, program, room - program});
}

void LabColumns::setComparing(bool on)
{
    const bool hasRoom = m_pageWidth > fontMetrics().averageCharWidth() * 240;
    if (on && !m_beforeComparing)
        m_beforeComparing = shown();
    if (on && !hasRoom)
        setShown({false, false});
    else if (const auto before = std::exchange(m_beforeComparing, std::nullopt); !on && before)
        setShown(*before);
}

void LabColumns::setPresenting(bool on)
{
    if (on == isPresenting())
        return;
    if (on) {
        m_beforePresenting = shown();
        setShown({false, true});
    } else {
        setShown(*std::exchange(m_beforePresenting, std::nullopt));
    }
    m_program->setPresenting(on);
    arrange();
}

QByteArray LabColumns::layoutState() const
{
    QHash<QString, QByteArray> state;
    if (m_isArrangedByUser)
        state[objectName()] = saveState();
    const auto splitters = findChildren<QSplitter *>();
    for (const QSplitter *each : splitters) {
        if (!each->objectName().isEmpty())
            state[each->objectName()] = each->saveState();
    }
    if (!m_showProgram->isChecked())
        state[QStringLiteral("programHidden")] = {};
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << state;
    return bytes;
}

void LabColumns::restoreLayout(const QByteArray &bytes)
{
    constexpr qsizetype most = 64 * 1024;
    QHash<QString, QByteArray> state;
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_6_0);
    if (bytes.isEmpty() || bytes.size() > most)
        return;
    stream >> state;
    if (stream.status() != QDataStream::Ok)
        return;
    const QList<QSplitter *> splitters = QList<QSplitter *>{this} + findChildren<QSplitter *>();
    for (QSplitter *each : splitters) {
        if (const auto found = state.constFind(each->objectName()); found != state.constEnd())
            each->restoreState(*found);
    }
    m_isArrangedByUser = state.contains(objectName());
    m_showProgram->setChecked(!state.contains(QStringLiteral("programHidden")));
}

} // namespace lockstep
