// A part of WatchPage: the arrangement of its parts, and what is remembered of it.

#include "ui/watch/page/watchpage.h"

#include "ui/watch/alerts/alertspanel.h"
#include "ui/watch/alerts/alertstable.h"
#include "ui/watch/page/groupswitch.h"
#include "ui/watch/summary/summarystrip.h"
#include "ui/watch/tables/itemtable.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/quietsplitter.h"

#include <QDataStream>
#include <QIODevice>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int gap = 10;
constexpr int narrowInCharacters = 125; // below this width the tables are not side by side
constexpr int leastPanelWidth = 120;
constexpr QDataStream::Version version = QDataStream::Qt_6_4;
// Identifies this arrangement, because sizes of another one do not fit. The first version stored
// its number of parts here, which was never that large.
constexpr quint32 arrangement = 1001;

} // namespace

void WatchPage::layOut()
{
    auto *left = new QuietSplitter(Qt::Vertical, this);
    auto *right = new QuietSplitter(Qt::Vertical, this);
    auto *tables = new QuietSplitter(Qt::Horizontal, this);
    left->addWidget(m_panes[size_t(Family::Counter)].panel);
    left->addWidget(m_panes[size_t(Family::Bucket)].panel);
    left->setStretchFactor(0, 46);
    left->setStretchFactor(1, 55);
    tables->addWidget(left);
    right->addWidget(m_alerts);
    right->addWidget(m_panes[problemsPane].panel);
    right->addWidget(m_panes[size_t(Family::Lock)].panel);
    tables->addWidget(right);
    tables->setStretchFactor(0, 45);
    tables->setStretchFactor(1, 55);
    auto *below = new QuietSplitter(Qt::Horizontal, this);
    below->addWidget(m_plotPanel);
    below->addWidget(m_journalPanel);
    below->setStretchFactor(0, 60);
    below->setStretchFactor(1, 40);
    auto *rows = new QuietSplitter(Qt::Vertical, this);
    rows->addWidget(tables);
    rows->addWidget(below);
    rows->setStretchFactor(0, 72);
    rows->setStretchFactor(1, 28);
    // Stretch factors only divide what remains after the size hints, which have other proportions,
    // so the sizes are set as well.
    m_splitters = {left, right, tables, below, rows};
    left->setSizes({460, 540});
    right->setSizes({310, 215, 475});
    tables->setSizes({450, 550});
    below->setSizes({600, 400});
    rows->setSizes({715, 285});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 9, 12, 9);
    layout->setSpacing(gap);
    layout->addWidget(m_strip);
    layout->addWidget(rows, 1);
    orderTabs();
    arrange();
}

// Puts the tables into the order of their panels: Qt's own order is that in which they were made.
void WatchPage::orderTabs()
{
    const Pane &counters = m_panes[size_t(Family::Counter)];
    const Pane &buckets = m_panes[size_t(Family::Bucket)];
    const Pane &locks = m_panes[size_t(Family::Lock)];
    QWidget *before = counters.table;
    for (QWidget *stop :
        std::initializer_list<QWidget *>{counters.groups, buckets.table, buckets.groups,
            m_alerts->table(), m_panes[problemsPane].table, locks.table, locks.groups}) {
        setTabOrder(before, stop);
        before = stop;
    }
}

void WatchPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// In a narrow window there is no room for tables side by side. In a low one the plot and the
// journal are left out when the alerts and problems take their room, and then the figures as well:
// what is wrong now comes first, and each table has a row. Where even that is not enough, panels
// show less than a row. A splitter whose parts need more than there is would lay them over each
// other.
void WatchPage::arrange()
{
    const bool narrow = width() < fontMetrics().averageCharWidth() * narrowInCharacters;
    m_splitters[0]->setOrientation(narrow ? Qt::Horizontal : Qt::Vertical);
    m_splitters[2]->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
    const bool hasAlerts = !m_alerts->isHidden();
    const int withARow = m_panes[size_t(Family::Lock)].panel->minimumSizeHint().height();
    const int withAnAlert = m_alerts->minimumSizeHint().height();
    const int right = 1 + (m_panes[problemsPane].panel->isHidden() ? 0 : 1);
    // How many tables stand one above the other, with the alerts or beside them, and what they
    // need.
    const int above = narrow ? 1 + right : right;
    const int needed = std::max((withARow + gap) * above + (hasAlerts ? withAnAlert + gap : 0),
                           narrow ? 0 : (withARow + gap) * 2)
        - gap;
    const QMargins margins = layout()->contentsMargins();
    const int whole = height() - margins.top() - margins.bottom();
    const int belowFigures = whole - m_strip->sizeHint().height() - gap;
    m_strip->setVisible(belowFigures >= needed);
    m_splitters[3]->setVisible(belowFigures >= needed + gap + withARow);
    const int panels = std::max(above + (hasAlerts ? 1 : 0), narrow ? 0 : 2);
    const int lowest =
        whole >= needed ? withARow : std::clamp((whole - (panels - 1) * gap) / panels, 1, withARow);
    for (QWidget *panel : std::initializer_list<QWidget *>{m_plotPanel, m_journalPanel,
             m_panes[0].panel, m_panes[1].panel, m_panes[2].panel, m_panes[problemsPane].panel})
        panel->setMinimumSize(leastPanelWidth, lowest);
    m_alerts->setMinimumSize(leastPanelWidth, std::min(lowest, withAnAlert));
    m_alerts->setMaximumHeight(std::max(m_alerts->minimumHeight(), m_alerts->maximumHeight()));
}

QByteArray WatchPage::layoutState() const
{
    QList<QByteArray> parts;
    for (const QuietSplitter *splitter : m_splitters)
        parts << splitter->saveState();
    for (const Pane &pane : m_panes)
        parts << pane.table->layoutState();
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream.setVersion(version);
    stream << arrangement << quint32(parts.size());
    for (const QByteArray &part : std::as_const(parts))
        stream << part;
    return state;
}

// A state that is damaged or from an older version is ignored. The number of parts is read first,
// because reading a list would allocate as many elements as damaged bytes happen to say.
void WatchPage::restoreLayout(const QByteArray &state)
{
    QDataStream stream(state);
    stream.setVersion(version);
    quint32 arrangedAs = 0;
    quint32 count = 0;
    stream >> arrangedAs >> count;
    if (stream.status() != QDataStream::Ok || arrangedAs != arrangement
        || count != m_splitters.size() + m_panes.size())
        return;
    QList<QByteArray> parts(count);
    for (QByteArray &part : parts)
        stream >> part;
    if (stream.status() != QDataStream::Ok)
        return;
    for (QuietSplitter *splitter : m_splitters)
        splitter->restoreState(parts.takeFirst());
    for (const Pane &pane : m_panes)
        pane.table->restoreLayout(parts.takeFirst());
    arrange();
}

} // namespace lockstep
