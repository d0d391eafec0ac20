#include "ui/server/serverpage.h"

#include "ui/focus/focusring.h"
#include "ui/server/latencyplot.h"
#include "ui/server/serverfacts.h"
#include "ui/widgets/factlist.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QScrollArea>

namespace lockstep {

ServerPage::ServerPage(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_latency(new LatencyPlot(theme, this))
{
    m_latency->hide(); // layOut() puts it into a panel
    setAccessibleName(tr("Server"));
}

void ServerPage::layOut()
{
    m_connection = new FactList;
    m_watching = new FactList;
    m_cost = new FactList;
    m_permissions = new FactList;
    m_nodes = new FactList;
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    const int gap = fontMetrics().height() * 2 / 3;
    grid->setContentsMargins(gap, gap, gap, gap);
    grid->setSpacing(gap);
    const auto add = [&](const QString &title, QWidget *content, int row, int column, int columns) {
        auto *panel = new Panel(m_theme, title, page);
        panel->setContent(content);
        grid->addWidget(panel, row, column, 1, columns);
        m_panels.push_back(panel);
    };
    add(tr("Connection"), m_connection, 0, 0, 1);
    add(tr("Watching"), m_watching, 0, 1, 1);
    add(tr("Overhead and delays"), m_cost, 1, 0, 1);
    add(tr("Round trip in ms, last 5 minutes"), m_latency, 1, 1, 1);
    add(tr("Nodes of the cluster"), m_nodes, 2, 0, 2);
    add(tr("Permissions"), m_permissions, 3, 0, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(4, 1);
    m_latency->show();

    auto *scroll = new QScrollArea(this);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setObjectName(QStringLiteral("facts"));
    new FocusRing(scroll);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

void ServerPage::retitle()
{
    const std::array titles{tr("Connection"), tr("Watching"), tr("Overhead and delays"),
        tr("Round trip in ms, last 5 minutes"), tr("Nodes of the cluster"), tr("Permissions")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        m_panels.at(i)->setTitle(titles[i]);
    m_latency->retranslate();
    findChild<QScrollArea *>(QStringLiteral("facts"))->setAccessibleName(tr("Server"));
}

void ServerPage::setConnection(const QString &where)
{
    m_where = where;
    m_latency->clear();
    if (isVisible())
        refresh();
}

void ServerPage::setSnapshot(const Snapshot &snapshot)
{
    m_status = snapshot.status;
    m_nodeStatus = snapshot.nodes;
    m_takenAt = snapshot.takenAt;
    const bool connected = m_status.link == LinkState::Connected;
    m_latency->add(snapshot.takenAt, connected ? m_status.latency : std::nullopt);
    if (isVisible())
        refresh();
}

void ServerPage::refresh()
{
    m_connection->setFacts(connectionFacts(m_status, m_where, m_takenAt));
    m_watching->setFacts(watchingFacts(m_status, *m_nodeStatus));
    m_cost->setFacts(costFacts(m_status));
    m_permissions->setFacts(permissionFacts(m_status));
    m_nodes->setFacts(nodeFacts(*m_nodeStatus));
    m_nodes->parentWidget()->setVisible(!m_nodeStatus->empty());
    const auto missing = m_status.missing.size();
    m_panels.back()->setNote(
        missing == 0 ? QString() : tr("%n missing", nullptr, static_cast<int>(missing)));
}

bool ServerPage::event(QEvent *event)
{
    if (event->type() == QEvent::Polish) {
        layOut();
        retitle();
    }
    return QWidget::event(event);
}

void ServerPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void ServerPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    setAccessibleName(tr("Server"));
    if (m_panels.empty())
        return;
    retitle();
    refresh();
}

} // namespace lockstep
