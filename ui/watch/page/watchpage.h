#pragma once

#include "core/watch/items/journalstore.h"
#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/rows/itemfilter.h"
#include "ui/watch/rules/rulefield.h"

#include <QBasicTimer>
#include <QSet>
#include <QWidget>

#include <array>

namespace lockstep {

class AlertsPanel;
class GroupSwitch;
class ItemDelegate;
class ItemModel;
class ItemTable;
class Panel;
class QuietSplitter;
class SummaryStrip;
class Theme;

// The Watch page: figures, alerts, problems, three live tables, and below them a plot of the
// selected rows and the journal, which the caller provides. While it is paused nothing changes.
// Journal entries are kept meanwhile, within JournalLimits, and handed on when it resumes.
class WatchPage : public QWidget
{
    Q_OBJECT

public:
    // The least size of a window with this page, in device-independent pixels. The window sets it
    // as its minimum: otherwise its layout does, and each text that gets longer makes it larger.
    static constexpr QSize smallestWindow{640, 480};

    explicit WatchPage(const Theme *theme, QWidget *parent = nullptr);

    // Both take ownership. The caller connects the plot to snapshotShown() and selectionChosen(),
    // and the journal to journalGrew() and filterChanged().
    void setPlot(QWidget *plot);
    void setJournal(QWidget *journal);

    void setSnapshot(const Snapshot &snapshot);
    void setPaused(bool paused);
    // Forgets everything and ends a pause; to be called before another server is watched.
    void startOver();
    void setFilter(const QString &text);
    // Selects only that row and scrolls to it. Returns false if there is no such row, or the filter
    // hides it.
    bool selectItem(Family family, const QByteArray &key);
    // The figures above the tables follow these a few times a second. For a picture, which shows
    // both of one moment.
    void bringUpToDate();
    // This has to be called before the first snapshot if all are moments of a recording, whose
    // instants are times of day: times then stand still between two snapshots, and nothing that
    // leads to the server or its rules is offered.
    void setRecorded();
    void setReleaseAllowed(bool allowed); // whether locks may be released; the default is no
    // Sets the keys that stay on top of their family's table. startOver() unpins all.
    void setPinned(Family family, const QSet<QByteArray> &keys);

    // The arrangement of the user: sizes of the parts, columns, sorting. It is restored at the next
    // start.
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayout(const QByteArray &state); // bytes that are not such a state are ignored

    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] const Snapshot &shownSnapshot() const; // without its journal
    [[nodiscard]] ItemTable *table(Family family) const;
    [[nodiscard]] ItemTable *problemsTable() const;
    [[nodiscard]] ItemTable *focusedTable() const; // the one that was used last

Q_SIGNALS:
    void snapshotShown(const lockstep::Snapshot &snapshot);
    // total: entries since the start, including those that were dropped during a pause.
    void journalGrew(const std::vector<lockstep::JournalEntry> &entries, qint64 total);
    void selectionChosen(const QList<QByteArray> &keys, lockstep::Family family);
    void filterChanged(const QString &keyWords); // only the words of the filter that are about keys
    void filterRequested(const QString &text); // by a click on a figure
    void detailsRequested(const lockstep::ItemPtr &item);
    void releaseRequested(const lockstep::ItemPtr &lock);
    void releaseRefused(); // the same was wanted, but setReleaseAllowed() does not allow it
    // The user has chosen an alert about this key; see AlertsPanel::itemChosen().
    void alertChosen(lockstep::Family family, const QByteArray &key, bool takesFocus);
    void pinnedChanged(lockstep::Family family, const QSet<QByteArray> &keys); // by the user
    void ruleRequested(const lockstep::ItemPtr &item, lockstep::RuleField field);
    void alertRequested(const lockstep::ItemPtr &item);
    void pausedChanged(bool paused);

protected:
    void timerEvent(QTimerEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Pane
    {
        Panel *panel = nullptr;
        ItemTable *table = nullptr;
        GroupSwitch *groups = nullptr; // nullptr if rows cannot be grouped there
    };
    Pane makePane(ItemModel *model, ItemDelegate *delegate);
    void makeArrangeable(Pane &pane);
    void layOut();
    void orderTabs();
    void arrange();
    void nameTables();
    void showAttentionPanels();
    void showProblems(const Snapshot::Items &problems, Instant now);
    void show(const Snapshot &snapshot);
    void noteFamilies(const Snapshot &snapshot);
    void refreshTitles();
    void refreshPane(const Pane &pane);
    [[nodiscard]] int hiddenProblems() const;
    [[nodiscard]] QString emptySentence(const Pane &pane) const;
    [[nodiscard]] QString recordedEmptySentence() const;
    [[nodiscard]] QString numberOfRows(const Pane &pane) const;
    void chooseSelection(ItemTable *chosen);
    void runClock();

    const Theme *m_theme;
    SummaryStrip *m_strip;
    static constexpr size_t problemsPane = 3; // index in m_panes, after the three families
    std::array<Pane, 4> m_panes;
    AlertsPanel *m_alerts;
    std::array<QuietSplitter *, 5> m_splitters{};
    Panel *m_plotPanel, *m_journalPanel;
    ItemTable *m_focused = nullptr;
    Snapshot m_shown, m_latest; // without journals
    JournalStore m_kept; // the entries that arrived during a pause
    QBasicTimer m_clock;
    std::array<bool, 3> m_hasSeen{}; // by family: whether this watch has ever seen one
    bool m_paused = false;
    bool m_isRecorded = false;
    bool m_choosing = false;
    ItemFilter m_filter;
};

} // namespace lockstep
