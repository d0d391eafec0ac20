#include "ui/lab/page/placebutton.h"

#include "ui/text/wording.h"

#include <QActionGroup>
#include <QEvent>
#include <QMenu>

namespace lockstep {

PlaceButton::PlaceButton(const Theme *theme, QWidget *parent)
    : BarButton(theme, true, parent)
    , m_menu(new QMenu(this))
    , m_privatePlace(m_menu->addAction(QString()))
    , m_serverPlace(m_menu->addAction(QString()))
{
    auto *group = new QActionGroup(this);
    for (QAction *place : {m_privatePlace, m_serverPlace}) {
        place->setCheckable(true);
        group->addAction(place);
    }
    connect(m_privatePlace, &QAction::triggered, this, [this] { choose(false); });
    connect(m_serverPlace, &QAction::triggered, this, [this] { choose(true); });
    connect(this, &QAbstractButton::clicked, this,
        [this] { m_menu->popup(mapToGlobal(QPoint(0, height() + 2))); });
    showPlace();
}

void PlaceButton::setServer(const QString &name, const QString &refusal)
{
    if (name != m_server || !refusal.isEmpty())
        choose(false);
    m_server = name;
    m_refusal = refusal;
    showPlace();
}

void PlaceButton::choose(bool onServer)
{
    const bool changes = onServer != m_onServer;
    m_onServer = onServer;
    showPlace();
    if (changes)
        Q_EMIT chosen(onServer);
}

void PlaceButton::showPlace()
{
    const QString server = wording::key(m_server.toUtf8(), 40);
    m_privatePlace->setText(tr("Private server"));
    m_serverPlace->setVisible(!m_server.isEmpty());
    m_serverPlace->setEnabled(m_refusal.isEmpty());
    QString escaped = m_refusal.isEmpty() ? server : tr("%1 – %2").arg(server, m_refusal);
    escaped.replace(u'&', QStringLiteral("&&"));
    m_serverPlace->setText(escaped);
    (m_onServer ? m_serverPlace : m_privatePlace)->setChecked(true);
    setText(m_onServer ? server : tr("Private server"));
    setDot(m_onServer ? Dot::Waiting : Dot::Live);
    setAccessibleName(tr("Runs on: %1").arg(text()));
    setToolTip(m_onServer ? tr("Runs on the connected server, after a question")
                          : tr("Runs on servers of its own, which end with the run"));
}

void PlaceButton::changeEvent(QEvent *event)
{
    BarButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        showPlace();
}

} // namespace lockstep
