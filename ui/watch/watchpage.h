#pragma once

#include "core/watch/journalstore.h"
#include "core/watch/snapshot.h"

#include <QBasicTimer>
#include <QWidget>

#include <array>

namespace lockstep {

class ItemDelegate;
class ItemModel;
class ItemTable;
class Panel;
class SummaryStrip;
class Theme;

// The page that is watched: figures, three live tables, and below them a plot of what is selected
// and the journal, which are given to it. Paused it keeps still; the journal is kept meanwhile,
// within the usual JournalLimits, and handed on when it resumes.
class WatchPage : public QWidget
{
    Q_OBJECT

public:
    explicit WatchPage(const Theme *theme, QWidget *parent = nullptr);

    // Take ownership. Wire the plot to snapshotShown and selectionChosen, the journal to
    // journalGrew and filterChanged.
    void setPlot(QWidget *plot);
    void setJournal(QWidget *journal);

    void setSnapshot(const Snapshot &snapshot);
    void setPaused(bool paused);
    void startOver(); // with nothing: another server follows. Ends a pause
    void setFilter(const QString &text);
    // Selects that row alone and shows it; false where there is none, or none that passes the
    // filter.
    bool selectItem(Family family, const QByteArray &key);
    void setReleaseAllowed(bool allowed); // of locks; off without it

    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] const Snapshot &shownSnapshot() const; // its journal is empty
    [[nodiscard]] ItemTable *table(Family family) const;
    [[nodiscard]] ItemTable *focusedTable() const; // the one used last

Q_SIGNALS:
    void snapshotShown(const lockstep::Snapshot &snapshot);
    // total: entries since the start, those that were not kept during a pause included.
    void journalGrew(const std::vector<lockstep::JournalEntry> &entries, qint64 total);
    void selectionChosen(const QList<QByteArray> &keys, lockstep::Family family);
    void filterChanged(const QString &text);
    void detailsRequested(const lockstep::ItemPtr &item);
    void releaseRequested(const lockstep::ItemPtr &lock);
    void pausedChanged(bool paused);

protected:
    void timerEvent(QTimerEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Pane
    {
        Panel *panel = nullptr;
        ItemTable *table = nullptr;
    };
    Pane makePane(ItemModel *model, ItemDelegate *delegate);
    void layOut();
    void show(const Snapshot &snapshot);
    void refreshTitles();
    void refreshPane(const Pane &pane);
    [[nodiscard]] QString emptySentence(const Pane &pane) const;
    void chooseSelection(ItemTable *chosen);
    void runClock();

    const Theme *m_theme;
    SummaryStrip *m_strip;
    std::array<Pane, 3> m_panes; // by Family
    Panel *m_plotPanel, *m_journalPanel;
    ItemTable *m_focused = nullptr;
    Snapshot m_shown, m_latest; // without journals
    JournalStore m_kept; // arrived while paused
    QBasicTimer m_clock;
    bool m_paused = false;
    bool m_choosing = false;
};

} // namespace lockstep
