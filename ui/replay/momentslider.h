#pragma once

#include "ui/replay/recordedtimes.h"

#include <QAbstractSlider>

namespace lockstep {

class Theme;

// A slider over the time of a recording. Times that were not seen are striped, and those in which
// nothing was recorded are empty. The arrow keys move by a second, Page Up and Page Down by a
// minute, Home and End to the ends.
class MomentSlider : public QAbstractSlider
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit MomentSlider(const Theme *theme, QWidget *parent = nullptr);

    void setTimes(const RecordedTimes &times);
    void setMoment(qint64 at); // emits nothing
    [[nodiscard]] qint64 moment() const { return m_moment; }
    // The place of a moment, in device-independent pixels from the left.
    [[nodiscard]] double xOf(qint64 at) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void momentChosen(qint64 at); // by the user

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void choose(qint64 at);
    void chooseAt(double x);
    [[nodiscard]] QRectF groove() const;

    const Theme *m_theme;
    RecordedTimes m_times;
    qint64 m_moment = 0;
};

} // namespace lockstep
