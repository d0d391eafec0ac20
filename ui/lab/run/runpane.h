#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/tracks/roundindex.h"

#include <QWidget>

#include <map>

class QComboBox;
class QLabel;
class QSpinBox;
class QSplitter;
class QStackedWidget;

namespace lockstep {

class ChecksList;
class OperationsModel;
class OperationsTable;
class QuietTabs;
class Theme;
class Timeline;
class VerdictHeader;

// One run: its verdict, the picture of one of its rounds, and the same as a table. Picture, table
// and program follow one cursor.
class RunPane : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit RunPane(const Theme *theme, QWidget *parent = nullptr);

    // There is no run: what is said instead of a verdict, and in place of the picture (below).
    void setNothing(const QString &title, const QString &words, const QString &below);
    void setProgress(const RunProgress &progress);
    // title: of the scenario, said before the figures; may be empty.
    void setRun(const RunPtr &run, const QString &title);
    void showRoundNumber(int round); // from 0; of the run that is shown
    [[nodiscard]] RunPtr run() const { return m_run; }
    [[nodiscard]] int round() const { return m_round; }
    // The violation that was looked at last, at first that of the headline: its place among the
    // run's results; -1: there is none.
    [[nodiscard]] int violation() const { return m_violation; }
    [[nodiscard]] std::chrono::nanoseconds roundLength() const;
    // Makes the axis at least so long.
    void makeRoom(std::chrono::nanoseconds length);
    // Shows this part of the round; both moments count from the round's begin.
    void showRange(Moment from, Moment until);

    // Shows the round's operations of this line; 0: none.
    void markLine(int line);
    // Moves the cursor to the next operation of that line; after the last to the first again.
    void goToLine(int line);

    // Whether table and checks are shown below the picture.
    void setTableShown(bool shown);
    [[nodiscard]] QWidget *tablePart() const { return m_below; }
    [[nodiscard]] VerdictHeader *header() const { return m_header; }
    [[nodiscard]] Timeline *timeline() const { return m_timeline; }
    [[nodiscard]] OperationsTable *table() const { return m_table; }
    [[nodiscard]] OperationsModel *model() const { return m_model; }

Q_SIGNALS:
    void roundShown(int round);
    void violationShown(int check); // its place among the results
    void rangeShown(qint64 from, qint64 until); // from the round's begin
    // Where each client is, by line of the file.
    void placesChanged(const std::map<int, QStringList> &places);
    void lineHovered(int line); // of the operation under the mouse; 0: none
    void lineChosen(int line);

protected:
    void changeEvent(QEvent *event) override;

private:
    void layOut();
    void connectParts();
    void retranslate();
    void fillClients();
    void showRound(int round);
    void describeRounds();
    [[nodiscard]] int nearestKept(int round) const;
    void showViolation(int check);
    void goTo(quint32 operation);
    void onCursorMoved(Moment at);
    void tellPlaces(Moment at);
    [[nodiscard]] Moment begin() const; // of the round
    [[nodiscard]] int lineOf(quint32 operation) const;

    const Theme *m_theme;
    VerdictHeader *m_header;
    QWidget *m_rounds;
    QLabel *m_roundLabel, *m_roundCount;
    QSpinBox *m_roundField;
    Timeline *m_timeline;
    QuietTabs *m_tabs;
    QComboBox *m_clients;
    QStackedWidget *m_stack;
    OperationsModel *m_model;
    OperationsTable *m_table;
    ChecksList *m_checks;
    QWidget *m_below;
    QSplitter *m_split;
    QLabel *m_empty; // in place of picture and table

    RunPtr m_run;
    std::shared_ptr<const RoundIndex> m_index;
    QString m_title;
    int m_round = 0;
    int m_violation = -1; // see violation()
    bool m_moving = false; // cursor and selection follow each other: one of them began
};

} // namespace lockstep
