#pragma once

#include "core/lab/step/steppedrun.h"

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace lockstep {

class StepRow;
class Theme;

// The steps that can be taken next: a row for each client's thread with its next command, or why it
// has to wait, and one for each step of the environment. A click takes the step. One client is the
// chosen one, which the keys for crashing and pausing are about.
class StepPanel : public QScrollArea
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit StepPanel(const Theme *theme, QWidget *parent = nullptr);

    // Shows the possible steps after the first `step` steps of the run. run may be nullptr; then
    // words say why there is nothing to step.
    void setRun(const SteppedRunPtr &run, int step, const QString &words = {});
    void chooseClient(int client);
    [[nodiscard]] int chosenClient() const { return m_chosen; }
    // The steps that are shown, by row.
    [[nodiscard]] const std::vector<StepAhead> &rows() const { return m_rows; }
    // The panel is as high as its rows.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void stepChosen(const lockstep::TraceStep &step);
    void lineHovered(int line); // of the row under the mouse or with the focus; 0 if there is none

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void retranslate();

    const Theme *m_theme;
    QWidget *m_content;
    QVBoxLayout *m_layout;
    QLabel *m_words;
    SteppedRunPtr m_run;
    std::vector<StepAhead> m_rows;
    std::vector<StepRow *> m_widgets; // by row; surplus ones are hidden and used again
    int m_step = 0;
    int m_chosen = 0;
};

} // namespace lockstep
