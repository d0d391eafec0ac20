#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/replay/recordedtimes.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QStackedWidget;

namespace lockstep {

class Banner;
class DetailsDialog;
class HistoryPlot;
class JournalView;
struct PlottedHistory;
class ReplayBar;
class Theme;
class WatchPage;

// The Watch page on recorded time, in a window of its own. It reads no file: the user's wishes go
// out as signals, and moments come in. Nothing in it acts on a server or its rules.
class ReplayWindow : public QWidget
{
    Q_OBJECT

public:
    // file: its name, for people. theme must outlive this.
    ReplayWindow(const QString &file, const Theme *theme, QWidget *parent = nullptr);

    // The recording was opened; until then the window says that it is being checked.
    void setTimes(const RecordedTimes &times);
    // lines: of the journal, oldest first. continues: they follow those that are shown, else they
    // replace them. note: a sentence on what is known of the moment.
    void showMoment(const Snapshot &snapshot, const std::vector<JournalEntry> &lines,
        bool continues, const QString &note);
    // What was recorded of the items that plotRequested() asked for, up to that moment.
    void showHistories(std::vector<PlottedHistory> histories, qint64 at);
    // Something that has to be said above the page; empty: nothing.
    void setTrouble(const QString &sentence);
    void setNotice(const QString &sentence);

    [[nodiscard]] WatchPage *page() const { return m_page; }
    [[nodiscard]] HistoryPlot *plot() const { return m_plot; }
    [[nodiscard]] JournalView *journal() const { return m_journal; }
    [[nodiscard]] ReplayBar *bar() const { return m_bar; }

Q_SIGNALS:
    void momentRequested(qint64 at);
    void eventRequested(qint64 from, bool isForward);
    // The plot shows these items from now on, and so much time up to the moment that is shown.
    void plotRequested(
        lockstep::Family family, const QList<QByteArray> &keys, lockstep::Milliseconds reach);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void layOut();
    void connectParts();
    void connectPlot();
    void requestPlot();
    void retranslate();
    void showTitle();
    void showDetails(const ItemPtr &item);

    QString m_file;
    QStackedWidget *m_stack;
    QLabel *m_checking;
    QProgressBar *m_progress;
    QLabel *m_title;
    QLineEdit *m_filter;
    Banner *m_trouble;
    Banner *m_notice;
    WatchPage *m_page;
    HistoryPlot *m_plot;
    JournalView *m_journal;
    ReplayBar *m_bar;
    QPointer<DetailsDialog> m_details;
    Family m_plottedFamily = Family::Lock;
    QList<QByteArray> m_plotted;
    bool m_isMoving = false; // another moment takes the place of the one that is shown
};

} // namespace lockstep
