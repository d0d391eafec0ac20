#pragma once

#include "core/watch/items/journalstore.h"
#include "core/watch/snapshot/completeness.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/journal/journalbar.h"

#include <QWidget>

#include <functional>

class QToolButton;

namespace lockstep {

class JournalModel;
class JournalTable;
class Theme;

// The journal of the Watch page, newest line first, as far back as JournalLimits allow, with a bar
// to search, filter and export it.
class JournalView : public QWidget
{
    Q_OBJECT

public:
    using ExportKind = JournalBar::ExportKind;
    using Time = JournalFilter::Time;

    // theme must outlive this.
    explicit JournalView(const Theme *theme, QWidget *parent = nullptr, JournalLimits limits = {});

    // total: lines since the watch began, including those that were dropped.
    void append(const std::vector<JournalEntry> &entries, qint64 total);
    // Sets how the server is watched, on which the text of an empty journal depends.
    void setStatus(const WatchStatus &status);
    void clear(); // for another server; also clears the filter that was set here
    void forgetLines(); // for another moment of a recording; keeps the filter
    // This has to be called first if the lines are from a recording.
    void setRecorded();
    // The filter of the page: a glob or a part of the key, see KeyFilter.
    void setKeyFilter(const QString &text);
    // Sets all conditions except the page's filter, which stays.
    void setFilter(JournalFilter filter);
    // Makes the latest line at or before that time the current one.
    void showTime(Time time);
    // Shows a message in the bar for some seconds.
    void showMessage(const QString &message);

    // Returns a function that makes the text of the present lines; it may be called on any thread.
    // all: also lines that do not match the filter. server: its name, for people.
    [[nodiscard]] std::function<QByteArray()> exportText(
        ExportKind kind, bool all, const QString &server) const;

    [[nodiscard]] JournalTable *table() const { return m_table; }
    [[nodiscard]] JournalModel *model() const { return m_model; }
    [[nodiscard]] JournalBar *bar() const { return m_bar; }

Q_SIGNALS:
    // A line of that key was chosen. takesFocus: as in JournalTable::lineActivated().
    void itemChosen(lockstep::Family family, const QByteArray &key, bool takesFocus);
    // The moment of the current line; nothing if there is no current line.
    void timeChosen(const std::optional<lockstep::JournalFilter::Time> &time);
    void exportRequested(lockstep::JournalBar::ExportKind kind, bool all);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addCopyAction();
    void applyFilter(const JournalFilter &filter);
    void findCurrentAgain();
    void updateBar();
    void placeNewestButton();
    void sayNothing();
    void retranslate();
    void openMenu(const QPoint &where);
    void addFilterActions(QMenu *menu, const JournalEntry &entry);
    void choose(int row, bool takesFocus);
    void copy();

    JournalModel *m_model;
    JournalBar *m_bar;
    JournalTable *m_table;
    QToolButton *m_newest;
    // These two decide on the text of an empty journal.
    LinkState m_link = LinkState::Connecting;
    Completeness m_completeness = Completeness::Searching;
    QString m_nothing;
    bool m_isRecorded = false;
    qint64 m_total = 0;
    // The number of the current line, kept when the filter changes.
    std::optional<quint64> m_current;
    int m_unseenAbove = 0; // lines added while the newest was not visible
};

} // namespace lockstep
