#pragma once

#include "ui/replay/recordedtimes.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;

namespace lockstep {

class BarButton;
class BarChoice;
class MomentSlider;
class Theme;

// The bar under a recording: the moment that is shown, a slider to choose another one, buttons that
// jump to the next or previous line of the journal, and playing at 1 to 100 times the speed.
// While it plays, a further moment is asked for only when the one before was shown.
class ReplayBar : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ReplayBar(const Theme *theme, QWidget *parent = nullptr);

    void setTimes(const RecordedTimes &times);
    // Goes to that moment, as if the user had chosen it.
    void goTo(qint64 at);
    // The moment that was asked for is shown. note: a sentence on what is known of it.
    void noteShown(const QString &note);
    void setPlaying(bool playing);

    [[nodiscard]] bool isPlaying() const { return m_tick.isActive(); }
    [[nodiscard]] int speed() const;
    [[nodiscard]] qint64 moment() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] MomentSlider *slider() const { return m_slider; }

Q_SIGNALS:
    void momentChosen(qint64 at);
    // The user wants the line of the journal that is next to that moment.
    void eventRequested(qint64 from, bool isForward);

protected:
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void retranslate();
    void namePlay();
    void showTime();
    void playOn();
    void choose(qint64 at);

    MomentSlider *m_slider;
    BarButton *m_play, *m_previous, *m_next;
    BarChoice *m_speed;
    QLabel *m_time, *m_note;
    QTimer m_tick;
    QElapsedTimer m_sinceTick;
    RecordedTimes m_times;
    bool m_isWaiting = false; // for the moment that was asked for
};

} // namespace lockstep
