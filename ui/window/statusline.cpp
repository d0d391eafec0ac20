#include "ui/window/statusline.h"

#include "ui/text/wording.h"
#include "ui/watchtext/itemwording.h"
#include "ui/watchtext/statussentence.h"
#include "ui/widgets/theme.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTextDocument>
#include <QTimerEvent>

#include <algorithm>
#include <climits>

namespace lockstep {

namespace {

constexpr Milliseconds rest{200}; // between two refreshes, because people read the figures

QString modeWords(WatchMode mode)
{
    switch (mode) {
    case WatchMode::Push:
        return StatusLine::tr("push (client tracking)");
    case WatchMode::Notifications:
        return StatusLine::tr("notifications (keyspace)");
    case WatchMode::None:
    case WatchMode::Polling:
        break;
    }
    return wording::mode(mode);
}

QString keysWords(const WatchStatus &status)
{
    const auto number = [](qint64 keys) { return int(std::min<qint64>(keys, INT_MAX)); };
    const QString seen = wording::number(double(status.keysSeen));
    // These are not the keys of the items: some of them need not exist, such as the queue of a
    // lock.
    const QString watched = StatusLine::tr("%1 items watched", nullptr, number(status.objects))
                                .arg(wording::number(double(status.objects)));
    const auto &all = status.keysInDatabase;
    const bool isSearching = status.link == LinkState::Connected && !status.firstInventoryDone;
    if (isSearching && all && status.prefix.isEmpty() && status.keysSeen <= *all)
        //: %3: "12 items watched"
        return StatusLine::tr("searching: %1 of %2 keys, %3")
            .arg(seen, wording::number(double(*all)), watched);
    if (isSearching)
        //: %2: "12 items watched"
        return StatusLine::tr("searching: %1 keys so far, %2").arg(seen, watched);
    // The last count of all keys is outdated if more are watched than it counted, so it is not
    // shown.
    if (all && *all >= status.objects)
        //: %2: "12 items watched"
        return StatusLine::tr("%1 keys, %2", nullptr, number(*all))
            .arg(wording::number(double(*all)), watched);
    if (!all && status.keysSeen >= status.objects)
        //: %2: "12 items watched"
        return StatusLine::tr("%1 keys seen, %2", nullptr, number(status.keysSeen))
            .arg(seen, watched);
    return watched;
}

} // namespace

StatusLine::StatusLine(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_watching(new QWidget(this))
    , m_mode(new QLabel(m_watching))
    , m_keys(new QLabel(m_watching))
    , m_busy(new QLabel(m_watching))
    , m_lag(new QLabel(m_watching))
    , m_clock(new QLabel(m_watching))
    , m_words(new QLabel(this))
{
    const int line = fontMetrics().height();
    auto *around = new QHBoxLayout(this);
    around->setContentsMargins(12, line / 4, 12, line / 4);
    around->addWidget(m_watching, 1);
    around->addWidget(m_words, 1);
    auto *layout = new QHBoxLayout(m_watching);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(qRound(line * 1.2));
    QFont small = font();
    if (small.pointSizeF() > 0)
        small.setPointSizeF(small.pointSizeF() * 0.95);
    for (QLabel *label : {m_mode, m_keys, m_busy, m_lag, m_clock, m_words}) {
        label->setTextFormat(Qt::PlainText);
        label->setFont(small);
        label->setForegroundRole(QPalette::PlaceholderText);
        if (label != m_words)
            layout->addWidget(label);
    }
    layout->insertStretch(4, 1);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_words->hide();
    setAccessibleName(tr("Status"));
    connect(theme, &Theme::changed, this, [this] { update(); });
    showStatus();
}

void StatusLine::setSnapshot(const Snapshot &snapshot)
{
    if (snapshot.takenAt - m_shownAt < rest && m_shownAt != Instant{})
        return;
    m_shownAt = snapshot.takenAt;
    m_status = snapshot.status;
    m_nodes = snapshot.nodes;
    showStatus();
    showClock(snapshot.takenAtUtc);
}

void StatusLine::showWatching()
{
    m_words->hide();
    m_watching->show();
    fitParts();
}

void StatusLine::showWords(const QString &words)
{
    m_allWords = words;
    m_watching->hide();
    m_words->show();
    fitWords();
}

// Of what is left out, nothing is shown: a part that is cut, such as a number, would say something
// else.
void StatusLine::fitParts()
{
    const std::initializer_list<QLabel *> mostImportantFirst{
        m_mode, m_keys, m_busy, m_clock, m_lag};
    int room = contentsRect().width() - layout()->contentsMargins().left()
        - layout()->contentsMargins().right() + m_watching->layout()->spacing();
    bool isRoom = true;
    QStringList leftOut;
    for (QLabel *label : mostImportantFirst) {
        if (label->text().isEmpty()) {
            label->hide();
            continue;
        }
        room -= label->sizeHint().width() + m_watching->layout()->spacing();
        isRoom = isRoom && (room >= 0 || label == m_mode);
        label->setVisible(isRoom);
        if (!isRoom)
            leftOut << label->text();
    }
    setToolTip(leftOut.isEmpty()
            ? QString()
            : Qt::convertFromPlainText(leftOut.join(u'\n'), Qt::WhiteSpacePre));
}

void StatusLine::fitWords()
{
    const int room = contentsRect().width() - layout()->contentsMargins().left()
        - layout()->contentsMargins().right();
    const QString shown = m_words->fontMetrics().elidedText(m_allWords, Qt::ElideRight, room);
    m_words->setText(shown);
    setToolTip(shown == m_allWords ? QString() : Qt::convertFromPlainText(m_allWords));
}

void StatusLine::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_watching->isHidden())
        fitWords();
    else
        fitParts();
}

void StatusLine::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Status"));
        showStatus();
    }
}

void StatusLine::showStatus()
{
    const WatchStatus &status = m_status;
    m_mode->setText(modeWords(status.mode));
    m_mode->setToolTip(Qt::convertFromPlainText(modeSentence(status, *m_nodes)));
    m_keys->setText(isSeen(status) ? keysWords(status) : QString()); // else nothing is watched
    m_busy->setText(tr("our share of server time %1").arg(shareWords(status)));
    m_lag->setText(status.expiryLagWorst
            ? tr("worst expiry-notification delay %1").arg(lagWords(*status.expiryLagWorst))
            : QString());
    m_lag->setToolTip(tr("The server announces an expiry when it deletes the key, not at the "
                         "deadline. Keys that are watched are read at their deadline, which makes "
                         "them vanish earlier for everybody."));
    if (!m_watching->isHidden())
        fitParts();
}

void StatusLine::showClock(std::chrono::system_clock::time_point utc)
{
    const auto ms = std::chrono::duration_cast<Milliseconds>(utc.time_since_epoch()).count();
    m_clock->setText(
        QStringLiteral("UTC ") + QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(u"HH:mm:ss"));
    if (!m_watching->isHidden())
        fitParts();
}

QString StatusLine::text() const
{
    if (m_watching->isHidden())
        return m_allWords;
    QStringList parts;
    for (const QLabel *label : {m_mode, m_keys, m_busy, m_lag, m_clock}) {
        if (!label->text().isEmpty())
            parts << label->text();
    }
    return parts.join(u'\n');
}

void StatusLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colours().panel);
    painter.fillRect(0, 0, width(), 1, m_theme->colours().hairline);
}

void StatusLine::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_second.timerId())
        showClock(std::chrono::system_clock::now());
}

void StatusLine::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_second.start(1000, this);
}

void StatusLine::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_second.stop();
}

} // namespace lockstep
