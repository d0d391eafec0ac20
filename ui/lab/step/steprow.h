#pragma once

#include "core/lab/step/steppedrun.h"

#include <QAbstractButton>

namespace lockstep {

class Theme;

// One row of the StepPanel: whose step it is, what it does or why it is not possible now, and a
// button that takes it.
class StepRow : public QAbstractButton
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit StepRow(const Theme *theme, QWidget *parent = nullptr);

    void setStep(const SteppedRun &run, const StepAhead &ahead);
    void setChosen(bool chosen); // whether the row's client is the chosen one

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QRectF buttonArea() const;

    const Theme *m_theme;
    QString m_letters; // of the client; empty for a step of the environment
    QString m_words; // the command, or what the environment does
    QString m_blockedBy; // why the step is not possible; empty if it is
    bool m_isCode = false; // whether it is a client's step, whose command is shown as code
    bool m_isChosen = false;
};

// The key that takes the step: "A", "T", "X", "P". Empty if it has none.
QString keyOf(const SteppedRun &run, const TraceStep &step);

} // namespace lockstep
