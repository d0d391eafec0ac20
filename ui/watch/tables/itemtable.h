#pragma once

#include "ui/watch/rows/groupeditems.h"
#include "ui/watch/rows/itemmodel.h"
#include "ui/watch/rows/lingeringitems.h"
#include "ui/watch/rules/rulefield.h"
#include "ui/watch/tables/columnwidths.h"
#include "ui/widgets/rowtable.h"

#include <QFutureWatcher>
#include <QHash>

namespace lockstep {

class ColumnLayout;
class ItemDelegate;
class Theme;

// One live table, with keyboard, copying and sorting. A refresh moves nothing that the user looks
// at or has selected. Every action is about the selected row, or about nothing.
//
// The order of the rows is held while the pointer is over them, and while a row that was selected
// by keyboard is.
class ItemTable : public RowTable
{
    Q_OBJECT

public:
    // Takes both into its ownership.
    ItemTable(
        ItemModel *model, ItemDelegate *delegate, const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot::Items &items, Instant now);
    // How our clock is turned into that of the server, for the commands that are copied.
    void setTime(const ServerTime &time) { m_time = time; }
    void startOver(); // forgets everything, also what has vanished and what is pinned
    void setFilter(const ItemFilter &filter); // scrolls to the selected row, or to the first
    // freed: locks that became free lately, for the next snapshot (LingeringItems). unseen: while
    // nothing is seen of the server, what is shown is not kept up to date, and pale.
    void setFreed(const Snapshot::Items &freed);
    void setUnseen(const std::optional<ItemModel::Unseen> &unseen);
    // Repaints the visible cells that say another time than before, nothing else.
    void showTime(Instant now);

    // Whether rows can be grouped and pinned here; at first they cannot.
    void setArrangeable(bool arrangeable) { m_isArrangeable = arrangeable; }
    // Whether names of one shape share a row; see GroupedItems.
    void setGrouped(bool grouped);
    [[nodiscard]] bool isGrouped() const { return m_isGrouped; }
    // Keys that stay on top, also when they are gone.
    void setPinned(const QSet<QByteArray> &keys);
    [[nodiscard]] const QSet<QByteArray> &pinned() const { return m_pinned; }

    [[nodiscard]] ItemModel *itemModel() const;
    [[nodiscard]] const ItemFilter &filter() const { return m_filter; }
    // Whether rows are being sorted or grouped; they are out of date until that is done.
    [[nodiscard]] bool isArranging() const;
    [[nodiscard]] QList<QByteArray> selectedKeys() const;
    // The selected item that actions are about: of several selected ones the current one. Nothing
    // where none is.
    [[nodiscard]] ItemPtr chosenItem() const;
    // How many items pass the filter, and (total()) how many there are; none that have vanished.
    [[nodiscard]] qsizetype shown() const;
    // All items before the filter, with those that have vanished lately; sorted by key.
    [[nodiscard]] const Snapshot::Items &shownItems() const { return m_lingering.shown(); }
    [[nodiscard]] qsizetype total() const { return m_lingering.present(); }
    [[nodiscard]] QString selectionAsTsv() const;

    // Selects the row of that key alone, if it is there, and shows it; if it is in a group, that is
    // unfolded.
    void selectKey(const QByteArray &key);

    void copyCell();
    void copyRows();
    void copyCommand();

    // Sorting and columns as the user has left them, kept for the next start.
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayout(const QByteArray &state);

    // Whether locks may be released from here.
    void setReleaseAllowed(bool allowed) { m_releaseAllowed = allowed; }

Q_SIGNALS:
    void selectedKeysChanged();
    void orderHeldChanged();
    void groupedChanged();
    void pinnedChanged(); // by the user
    void filterRequested(const QString &text);
    void detailsRequested(const lockstep::ItemPtr &item);
    void releaseRequested(const lockstep::ItemPtr &lock); // that somebody holds
    // The user wants to say something about keys like that one by a rule.
    void ruleRequested(const lockstep::ItemPtr &item, lockstep::RuleField field);
    void alertRequested(const lockstep::ItemPtr &item); // about keys like that one

protected:
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
        const QList<int> &roles) override;
    void selectionChanged(
        const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void applyFont();
    void applyColours();
    void keepPlace(int first, int count);
    void rememberSelection();
    void selectAgain();
    [[nodiscard]] std::pair<int, int> visibleRows() const; // the first, and behind the last
    void measureContents();
    void forgetContents();
    void buildColumns();
    [[nodiscard]] ColumnWish wishOf(int column) const;
    void holdOrder();
    bool actOnKey(QKeyEvent *event);
    [[nodiscard]] ItemPtr itemOf(const QByteArray &key) const;

    // itemtablegroups.cpp
    void showItems(const LingeringItems::Shown &shown, Instant now);
    void regroup(GroupedItems::Settings settings);
    void takeGroups(GroupedItems &&groups);
    void replaceGroups(GroupedItems &&groups);
    [[nodiscard]] GroupedItems::Settings groupSettings() const;
    [[nodiscard]] const ItemGroup *groupAt(const QModelIndex &index) const;
    [[nodiscard]] const ItemGroup *chosenGroup() const;
    void setUnfolded(quint64 shape, bool unfolded);
    bool toggleGroup(const ItemGroup *group);
    bool toggleGroupUnder(const QMouseEvent *event);
    bool actOnArrow(Qt::Key key);
    bool foldAround(const QByteArray &key);
    void togglePins();
    void addArrangeActions(QMenu *menu);

    void addHolderAction(QMenu *menu, const ItemPtr &item);
    void addReleaseAction(QMenu *menu, const ItemPtr &item);
    void addRuleActions(QMenu *menu, const ItemPtr &item);
    void requestRule(const ItemPtr &item, RuleField field);
    void addSortActions(QMenu *menu);
    void requestDetails(const ItemPtr &item);
    void requestRelease(const ItemPtr &item);
    [[nodiscard]] bool canRelease(const ItemPtr &item) const;

    ItemModel *m_model;
    ItemDelegate *m_delegate;
    LingeringItems m_lingering;
    GroupedItems m_groups; // while they are grouped
    ServerTime m_time;
    Snapshot::Items m_items = std::make_shared<const std::vector<ItemPtr>>(); // ungrouped
    ItemFilter m_filter;
    QSet<QByteArray> m_pinned;
    // It tells only of the last regrouping.
    QFutureWatcher<std::shared_ptr<GroupedItems>> m_regrouping;
    bool m_isRegrouping = false;
    bool m_isGrouped = false;
    bool m_isArrangeable = false;
    Instant m_groupedAt{};
    ColumnLayout *m_columns = nullptr;
    std::vector<int> m_contents; // by column: the widest so far; 0: not measured yet
    int m_besideKey = 0; // the widest so far, as in m_contents
    int m_guess = 0; // likewise, of the words which say that an item may be something else
    Instant m_measuredAt{};
    QHash<std::pair<int, int>, QString> m_timeLooks; // by row and column, as painted last
    QList<QByteArray> m_keptKeys; // during a reset of the model
    QByteArray m_keptCurrent;
    int m_keptColumn = 0;
    bool m_isResetting = false;
    bool m_hasPointer = false;
    bool m_isPressingKey = false;
    bool m_selectedByKeyboard = false;
    bool m_releaseAllowed = false;
    int m_placeBefore = 0; // of the scroll bar, in pixels
    int m_shift = 0; // rows that came above the visible ones in the merge that is running
};

} // namespace lockstep
