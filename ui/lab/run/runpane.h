#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/tracks/roundindex.h"

#include <QWidget>

#include <map>

class QBoxLayout;
class QLabel;
class QSpinBox;
class QSplitter;
class QStackedWidget;

namespace lockstep {

class BarChoice;
class ChecksList;
class OperationsModel;
class OperationsTable;
class QuietTabs;
class Theme;
class Timeline;
class VerdictHeader;

// Shows one run: its verdict, the picture of one of its rounds, and the same as a table. Picture,
// table and program follow one cursor.
class RunPane : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit RunPane(const Theme *theme, QWidget *parent = nullptr);

    // Shows texts in place of a run: title and words as the verdict, below in place of the picture.
    void setNothing(const QString &title, const QString &words, const QString &below);
    void clear(); // shows neither a run nor texts
    void setProgress(const RunProgress &progress);
    // title: that of the scenario, shown before the figures; may be empty.
    void setRun(const RunPtr &run, const QString &title);
    void showRoundNumber(int round); // counted from 0
    [[nodiscard]] RunPtr run() const { return m_run; } // nullptr if there is none
    [[nodiscard]] int round() const { return m_round; }
    // The violation that the user looked at last, at first that of the headline, as an index in the
    // run's results. -1 if there is none.
    [[nodiscard]] int violation() const { return m_violation; }
    [[nodiscard]] std::chrono::nanoseconds roundLength() const;
    // Makes the axis at least this long.
    void makeRoom(std::chrono::nanoseconds length);
    // Shows a part of the round. Both moments count from the beginning of the round.
    void showRange(Moment from, Moment until);

    // Marks the round's operations at this line of the file; 0 removes the marks.
    void markLine(int line);
    // Moves the cursor to the next operation at that line; after the last one, to the first again.
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
    void violationShown(int check); // index in the run's results
    void rangeShown(qint64 from, qint64 until); // both count from the beginning of the round
    // Where the clients are: their letters by line of the file.
    void placesChanged(const std::map<int, QStringList> &places);
    void lineHovered(int line); // the line of the operation under the mouse; 0 if there is none
    void lineChosen(int line);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void layOut();
    void layOutRoundField();
    void layOutTablePart();
    void layOutTimelineAboveTable();
    void arrangeTableRow();
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
    QBoxLayout *m_tableRow; // the tabs, and beside or below them the choices of client and round
    BarChoice *m_clients;
    QStackedWidget *m_stack;
    OperationsModel *m_model;
    OperationsTable *m_table;
    ChecksList *m_checks;
    QWidget *m_below;
    QSplitter *m_split;
    QLabel *m_empty; // shown in place of picture and table

    RunPtr m_run;
    std::shared_ptr<const RoundIndex> m_index;
    QString m_title;
    int m_round = 0;
    int m_violation = -1; // see violation()
    bool m_moving = false; // while the cursor follows the selection or the other way round
};

} // namespace lockstep
