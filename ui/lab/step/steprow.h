#pragma once

#include "core/lab/step/steppedrun.h"

#include <QAbstractButton>

namespace lockstep {

class Theme;

// A step that could come next: whose it is, what it does or why it cannot, a button that takes it.
class StepRow : public QAbstractButton
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit StepRow(const Theme *theme, QWidget *parent = nullptr);

    void setStep(const SteppedRun &run, const StepAhead &ahead);
    void setChosen(bool chosen); // its client is the chosen one

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QRectF buttonArea() const;

    const Theme *m_theme;
    QString m_letters; // of the client; empty: the environment's
    QString m_words; // the command, or what the environment does
    QString m_blockedBy; // empty: it is possible
    bool m_isCode = false;
    bool m_isChosen = false;
};

// The key that takes the step: "A", "T", "X", "P"; empty: there is none.
QString keyOf(const SteppedRun &run, const TraceStep &step);

} // namespace lockstep
