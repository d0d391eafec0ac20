#include "ui/replay/replaybar.h"

#include "ui/replay/momentslider.h"
#include "ui/text/wording.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/widgets/barbutton.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds tick{50};
constexpr int speeds[] = {1, 2, 5, 10, 20, 50, 100};

} // namespace

ReplayBar::ReplayBar(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_slider(new MomentSlider(theme, this))
    , m_play(new BarButton(theme, false, this))
    , m_previous(new BarButton(theme, false, this))
    , m_next(new BarButton(theme, false, this))
    , m_speed(new BarChoice(theme, this))
    , m_time(new QLabel(this))
    , m_note(new QLabel(this))
{
    layOut();
    m_play->setObjectName(QStringLiteral("play"));
    m_previous->setObjectName(QStringLiteral("previous"));
    m_next->setObjectName(QStringLiteral("next"));
    m_play->setCheckable(true);
    for (const int speed : speeds)
        m_speed->addItem(QStringLiteral("%1 ×").arg(speed), speed);
    m_tick.setInterval(tick);
    connect(&m_tick, &QTimer::timeout, this, &ReplayBar::playOn);
    connect(m_slider, &MomentSlider::momentChosen, this, &ReplayBar::choose);
    connect(m_play, &BarButton::toggled, this, &ReplayBar::setPlaying);
    connect(
        m_previous, &BarButton::clicked, this, [this] { Q_EMIT eventRequested(moment(), false); });
    connect(m_next, &BarButton::clicked, this, [this] { Q_EMIT eventRequested(moment(), true); });
    retranslate();
}

void ReplayBar::layOut()
{
    for (QLabel *label : {m_time, m_note})
        label->setTextFormat(Qt::PlainText);
    m_time->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    QFont bold = font();
    bold.setBold(true);
    m_time->setFont(bold);
    auto *row = new QHBoxLayout;
    row->addWidget(m_previous);
    row->addWidget(m_play);
    row->addWidget(m_next);
    row->addWidget(m_speed);
    row->addWidget(m_slider, 1);
    row->addWidget(m_time);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->addLayout(row);
    layout->addWidget(m_note);
}

void ReplayBar::retranslate()
{
    setAccessibleName(tr("Recorded time"));
    m_slider->setAccessibleName(tr("Moment"));
    m_slider->setToolTip(
        tr("Striped: what happened then was not seen. Empty: nothing was recorded."));
    m_previous->setText(tr("◂ Event"));
    m_previous->setToolTip(tr("To the line of the journal before this moment (Alt+Left)"));
    m_next->setText(tr("Event ▸"));
    m_next->setToolTip(tr("To the line of the journal after this moment (Alt+Right)"));
    // A new text takes the shortcut away.
    m_previous->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    m_next->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast it is played"));
    m_play->setToolTip(tr("Plays the recording from this moment on"));
    namePlay();
}

// The button is as wide as the wider of its words, so that nothing beside it moves when it is
// pressed.
void ReplayBar::namePlay()
{
    m_play->setMinimumWidth(0);
    int widest = 0;
    for (const QString &word : {tr("Pause"), tr("Play")}) {
        m_play->setText(word);
        widest = std::max(widest, m_play->sizeHint().width());
    }
    m_play->setMinimumWidth(widest);
    m_play->setText(isPlaying() ? tr("Pause") : tr("Play"));
}

void ReplayBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        namePlay();
}

void ReplayBar::setTimes(const RecordedTimes &times)
{
    m_times = times;
    m_slider->setTimes(times);
    showTime();
}

void ReplayBar::goTo(qint64 at)
{
    m_slider->setMoment(at);
    choose(m_slider->moment());
}

void ReplayBar::choose(qint64 at)
{
    showTime();
    m_isWaiting = true;
    Q_EMIT momentChosen(at);
}

void ReplayBar::noteShown(const QString &note)
{
    m_isWaiting = false;
    m_note->setText(note);
    m_note->setToolTip(Qt::convertFromPlainText(note));
}

void ReplayBar::showTime()
{
    const std::chrono::system_clock::time_point at{std::chrono::milliseconds(moment())};
    m_time->setText(utcOf(at).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz 'UTC'")));
}

// If the recording is at its end, it is played from its begin again.
void ReplayBar::setPlaying(bool playing)
{
    if (playing == isPlaying())
        return;
    if (playing && moment() >= m_times.to)
        goTo(m_times.from);
    if (playing) {
        m_sinceTick.start();
        m_tick.start();
    } else {
        m_tick.stop();
    }
    m_play->setChecked(playing);
    namePlay();
}

void ReplayBar::playOn()
{
    if (m_isWaiting)
        return;
    const qint64 at = moment() + m_sinceTick.restart() * speed();
    goTo(at);
    if (at >= m_times.to)
        setPlaying(false);
}

int ReplayBar::speed() const
{
    return m_speed->currentData().toInt();
}

qint64 ReplayBar::moment() const
{
    return m_slider->moment();
}

QString ReplayBar::note() const
{
    return m_note->text();
}

} // namespace lockstep
