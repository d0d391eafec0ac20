#pragma once

#include "core/lab/history/run.h"
#include "core/lab/step/steppedrun.h"

#include <QWidget>

#include <optional>

#include <map>

class QLabel;
class QSplitter;

namespace lockstep {

class OperationsTable;
class StepsModel;
class Theme;
class Timeline;
class VerdictHeader;

// One stepped run: its verdict up to the cursor, the picture, what the step at the cursor means,
// and all of it as a table. All of them follow one cursor, which stands on a step; 0 is the
// beginning.
class SteppedPane : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit SteppedPane(const Theme *theme, QWidget *parent = nullptr);

    // Shows texts in place of a run: title and words instead of the verdict, below instead of the
    // picture.
    void setNothing(const QString &title, const QString &words, const QString &below);
    // title: shown before the verdict's details; may be empty.
    void setRun(const SteppedRunPtr &run, int step, const QString &title);
    [[nodiscard]] SteppedRunPtr run() const { return m_run; } // nullptr if there is none
    [[nodiscard]] RunPtr round() const { return m_run ? m_run->round : nullptr; }
    [[nodiscard]] int step() const { return m_step; }
    // Moves the cursor to that step without emitting stepShown().
    void setStep(int step);
    // Takes the focus, also while there is no run yet.
    void takeKeys();
    // Gives the axis at least so many columns.
    void makeRoom(int steps);
    // Marks the first step that differs from the run beside it, or none if step is 0.
    void setDifference(int step);
    void markLine(int line); // 0 marks no line
    // Moves the cursor to the next step at that line of the file. After the last one it starts
    // again with the first.
    void goToLine(int line);

    void setTableShown(bool shown); // it is shown only where there is room
    enum class Part : quint8 { Timeline, Table };
    // For a slide, shows one part alone; a short run fills the whole width. Without a part, shows
    // both again.
    void showAlone(std::optional<Part> part);
    [[nodiscard]] VerdictHeader *header() const { return m_header; }
    [[nodiscard]] Timeline *timeline() const { return m_timeline; }
    [[nodiscard]] OperationsTable *table() const { return m_table; }

Q_SIGNALS:
    void stepShown(int step); // the user has moved the cursor
    void lineHovered(int line); // 0 if the mouse has left the line
    void lineChosen(int line);
    void headChosen(int client); // the name of a client was clicked

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void connectParts();
    void retranslate();
    void choose(int step);
    void showStep();
    void showVerdict();
    void showWords();
    void fitWords();
    void showRange();
    void showParts();
    [[nodiscard]] int heightBelowVerdict() const;

    VerdictHeader *m_header;
    Timeline *m_timeline;
    StepsModel *m_model;
    OperationsTable *m_table;
    QSplitter *m_split;
    QLabel *m_empty; // in place of picture and table
    QLabel *m_words; // what the step at the cursor means
    SteppedRunPtr m_run;
    QString m_title;
    QString m_narration; // the whole sentence
    int m_step = 0;
    int m_room = 0;
    std::optional<Part> m_alone;
    bool m_isTableWanted = true;
    bool m_isUpdating = false; // while a part is being updated; its signals are then ignored
};

} // namespace lockstep
