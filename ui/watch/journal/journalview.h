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

// The journal of the Watch page: what happened, newest first, as far back as JournalLimits allow;
// with a bar to search, filter and export it.
class JournalView : public QWidget
{
    Q_OBJECT

public:
    using ExportKind = JournalBar::ExportKind;
    using Time = JournalFilter::Time;

    // theme: outlives this.
    explicit JournalView(const Theme *theme, QWidget *parent = nullptr, JournalLimits limits = {});

    // total: lines since the watch began, those that were dropped included.
    void append(const std::vector<JournalEntry> &entries, qint64 total);
    // How the server is watched: what stands there while nothing was seen.
    void setStatus(const WatchStatus &status);
    void clear(); // another server; also forgets the conditions that were set here
    // The filter of the page: a glob or a part of the key, see KeyFilter.
    void setKeyFilter(const QString &text);
    // All other conditions; the page's filter stays.
    void setFilter(JournalFilter filter);
    // Makes the latest line up to then the current one.
    void showTime(Time time);
    // Says in the bar, for some seconds, what became of a click.
    void showMessage(const QString &message);

    // Makes the text of the lines that there are now; may be called on any thread. all: also those
    // that do not pass the filter. server: where they come from, for people.
    [[nodiscard]] std::function<QByteArray()> exportText(
        ExportKind kind, bool all, const QString &server) const;

    [[nodiscard]] JournalTable *table() const { return m_table; }
    [[nodiscard]] JournalModel *model() const { return m_model; }
    [[nodiscard]] JournalBar *bar() const { return m_bar; }

Q_SIGNALS:
    // A line of that key was chosen. takesFocus: as in JournalTable::lineActivated().
    void itemChosen(lockstep::Family family, const QByteArray &key, bool takesFocus);
    // The moment of the current line; nothing without one.
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
    // Of what is watched: what an empty journal says follows from them.
    LinkState m_link = LinkState::Connecting;
    Completeness m_completeness = Completeness::Searching;
    QString m_nothing;
    qint64 m_total = 0;
    std::optional<quint64> m_current; // the number of the current line, over a change of filter
    int m_unseenAbove = 0; // lines that came in while the newest was out of sight
};

} // namespace lockstep
