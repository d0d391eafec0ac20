#include "ui/window/topbar.h"

#include "ui/connect/environmentlook.h"
#include "ui/text/wording.h"
#include "ui/watchtext/statussentence.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>

namespace lockstep {

// Says in a word what may be done to the server.
class PermissionBadge : public QWidget
{
public:
    PermissionBadge(const Theme *theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    enum class Look : quint8 { Calm, Alarming, Filled };

    void show(const QString &word, const QString &explanation, Look look)
    {
        m_look = look;
        setAccessibleName(word);
        setAccessibleDescription(explanation);
        setToolTip(explanation);
        updateGeometry();
        update();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {qCeil(Marks::badgeWidth(bold(), Marks::Glyph::None, accessibleName())) + 2,
            qRound(fontMetrics().height() * 1.5)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setFont(bold());
        const Colours &c = m_theme->colours();
        if (m_look == Look::Filled)
            return fill(painter, c);
        Marks(c).badge(painter, rect(), Marks::Glyph::None, accessibleName(),
            m_look == Look::Alarming ? c.violation : c.holding);
    }

private:
    // Production has a filled badge, which is unlike all others.
    void fill(QPainter &painter, const Colours &c) const
    {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(environmentColour(Environment::Production, c.dark));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0, 1, 0, -1), 3, 3);
        painter.setPen(c.panel);
        painter.drawText(rect(), Qt::AlignCenter, accessibleName());
    }

    [[nodiscard]] QFont bold() const
    {
        QFont font = this->font();
        font.setWeight(QFont::Bold);
        if (font.pointSizeF() > 0)
            font.setPointSizeF(font.pointSizeF() * 0.85);
        return font;
    }

    const Theme *m_theme;
    Look m_look = Look::Calm;
};

namespace {

QString silenceWords(Instant since)
{
    using Seconds = std::chrono::duration<int>;
    const auto silent = std::chrono::duration_cast<Seconds>(Instant::clock::now() - since);
    return TopBar::tr("no answer for %n s", nullptr, silent.count());
}

} // namespace

TopBar::TopBar(const Theme *theme, QMenu *exportMenu, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_connection(new BarButton(theme, true, this))
    , m_badge(new PermissionBadge(theme, this))
    , m_filter(new QLineEdit(this))
    , m_record(new BarButton(theme, false, this))
    , m_pause(new BarButton(theme, false, this))
    , m_export(new BarButton(theme, true, this))
{
    m_badge->setObjectName(QStringLiteral("permission"));
    m_connection->setBold(true);
    m_connection->setElideMode(Qt::ElideMiddle); // an address has its port at its end
    m_connection->setDot(BarButton::Dot::Waiting);
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_pause->setIconName(QStringLiteral("pause"));
    m_pause->setCheckable(true);
    m_record->setObjectName(QStringLiteral("record"));
    m_record->setCheckable(true);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    layout->addWidget(m_connection);
    layout->addWidget(m_badge);
    layout->addWidget(m_filter, 1);
    layout->addStretch();
    layout->addWidget(m_record);
    layout->addWidget(m_pause);
    layout->addWidget(m_export);
    connect(m_connection, &QAbstractButton::clicked, this, &TopBar::connectionClicked);
    connect(m_filter, &QLineEdit::textChanged, this, &TopBar::filterEdited);
    connect(m_filter, &QLineEdit::returnPressed, this, &TopBar::filterLeft);
    connect(m_record, &QAbstractButton::clicked, this, &TopBar::recordClicked);
    connect(m_pause, &QAbstractButton::clicked, this, &TopBar::pauseToggled);
    connect(m_export, &QAbstractButton::clicked, this, [this, exportMenu] {
        const QSize size = exportMenu->sizeHint();
        exportMenu->popup(m_export->mapToGlobal(
            QPoint(m_export->width() - size.width(), m_export->height() + 2)));
    });
    connect(theme, &Theme::changed, this, &TopBar::applyLook);
    retranslate();
    applyLook();
}

void TopBar::setConnection(const QString &name, const Endpoint &endpoint, Permission permission)
{
    m_name = wording::key(name.toUtf8(), 40);
    m_endpoint = endpoint;
    m_permission = permission;
    showPermission();
    showConnection();
}

void TopBar::setStatus(const WatchStatus &status)
{
    const bool same = status.link == m_status.link && status.serverVersion == m_status.serverVersion
        && status.serverProgram == m_status.serverProgram && !status.unseenSince
        && !m_status.unseenSince && status.primary == m_status.primary
        && status.cluster == m_status.cluster;
    m_status = status;
    if (!same)
        showConnection();
}

void TopBar::setPaused(bool paused)
{
    m_pause->setChecked(paused);
    m_pause->setIconName(paused ? QStringLiteral("resume") : QStringLiteral("pause"));
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    m_pause->setAccessibleName(m_pause->text());
}

void TopBar::setRecording(const ShownRecording &recording)
{
    using Stage = ShownRecording::Stage;
    m_recording = recording;
    const bool isNone = recording.stage == Stage::None;
    const bool isRunning = recording.stage == Stage::Running;
    m_record->setEnabled(recording.stage != Stage::Finishing);
    m_record->setChecked(isRunning);
    m_record->setDot(isRunning ? BarButton::Dot::Recording : BarButton::Dot::None);
    m_record->setText(isNone ? tr("Record")
            : isRunning      ? tr("Recording")
                             : tr("Finishing…", "the recording"));
    m_record->setDetail(recording.detail);
    m_record->setAccessibleName(m_record->text());
    m_record->setAccessibleDescription(recording.explanation);
    m_record->setToolTip(Qt::convertFromPlainText(isNone
            ? tr("Writes down what is watched, into a file that can be opened later (Ctrl+Alt+R)")
            : recording.explanation));
}

void TopBar::setLabBar(QWidget *actions)
{
    m_labBar = actions;
    auto *row = static_cast<QHBoxLayout *>(layout());
    row->insertWidget(row->indexOf(m_filter), actions, 4);
    actions->hide();
}

void TopBar::setActions(Actions actions)
{
    const bool isLab = actions == Actions::Lab;
    for (QWidget *widget : {static_cast<QWidget *>(m_filter), static_cast<QWidget *>(m_record),
             static_cast<QWidget *>(m_pause)})
        widget->setVisible(actions == Actions::Watch);
    for (QWidget *widget : {static_cast<QWidget *>(m_connection), static_cast<QWidget *>(m_badge)})
        widget->setVisible(!isLab);
    if (m_labBar)
        m_labBar->setVisible(isLab);
    m_export->setVisible(actions != Actions::None);
}

void TopBar::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void TopBar::setFilter(const QString &text)
{
    m_filter->setText(text);
}

QString TopBar::filter() const
{
    return m_filter->text();
}

void TopBar::showConnection()
{
    QString word;
    BarButton::Dot dot = BarButton::Dot::Waiting;
    switch (m_status.link) {
    case LinkState::Connecting:
        word = tr("connecting");
        break;
    case LinkState::Connected:
        word = m_status.unseenSince ? silenceWords(*m_status.unseenSince) : tr("connected");
        if (!m_status.unseenSince)
            dot = BarButton::Dot::Live;
        break;
    case LinkState::Reconnecting:
        word = tr("reconnecting");
        break;
    case LinkState::Stopped:
        word = tr("sign-in needed");
        dot = BarButton::Dot::Down;
        break;
    }
    QStringList details;
    if (!m_status.serverVersion.isEmpty())
        details << wording::key(
            (m_status.serverProgram + u' ' + m_status.serverVersion).trimmed().toUtf8(), 30);
    if (!m_status.primary.isEmpty())
        details << wording::key(m_status.primary.toUtf8(), 40);
    if (m_status.cluster)
        details << coverageWords(*m_status.cluster) << word;
    else
        details << tr("db %1").arg(m_endpoint.database) << word;
    m_connection->setText(m_name.isEmpty() ? tr("No server") : m_name);
    m_connection->setShortText(m_name.section(QStringLiteral("://"), 1));
    m_connection->setDetail(details.join(QStringLiteral(" · ")));
    m_connection->setDot(dot);
    m_connection->setAccessibleName(tr("Connection: %1, %2").arg(m_connection->text(), word));
    m_connection->setAccessibleDescription(details.join(QStringLiteral(", ")));
}

void TopBar::showPermission()
{
    using Look = PermissionBadge::Look;
    switch (m_permission) {
    case Permission::ReadOnly:
        return m_badge->show(tr("READ-ONLY"),
            tr("Only reading commands of a fixed list can be sent to this server."), Look::Calm);
    case Permission::MayRelease:
        return m_badge->show(tr("RELEASE ENABLED"),
            tr("Locks on this server can be released from here; you are asked each time. "
               "Everything else only reads."),
            Look::Alarming);
    case Permission::Production:
        return m_badge->show(tr("PRODUCTION"),
            tr("This server is marked as production: it is only read, and no lock can be released "
               "on it."),
            Look::Filled);
    }
}

bool TopBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (key == Qt::Key_Escape || key == Qt::Key_Down) {
            Q_EMIT filterLeft();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TopBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TopBar::retranslate()
{
    m_filter->setPlaceholderText(tr("Filter, e.g. lock:order:* state:immortal holder:web-17"));
    m_filter->setAccessibleName(tr("Filter keys"));
    m_filter->setToolTip(
        tr("A part of the key, or a pattern with * ? [a-z] (Ctrl+F)\nstate:immortal  state:orphan  "
           "state:expiring  state:exhausted\nholder:web-17  library:redisson\nSeveral words, "
           "separated by spaces: all of them must match."));
    m_pause->setDetail(tr("Space"));
    m_export->setText(tr("Export"));
    m_export->setAccessibleName(tr("Export"));
    setPaused(m_pause->isChecked());
    setRecording(ShownRecording(m_recording));
    showPermission();
    showConnection();
}

void TopBar::applyLook()
{
    styleSearchField(m_filter, m_theme->colours());
    // In a narrow window there is room for a short pattern still.
    m_filter->setMinimumWidth(m_filter->fontMetrics().averageCharWidth() * 10);
    m_filter->setMinimumHeight(m_pause->sizeHint().height());
    update();
}

void TopBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colours().panel);
    painter.fillRect(0, height() - 1, width(), 1, m_theme->colours().hairline);
}

} // namespace lockstep
