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
class TableHeader;
class Theme;

// A table that is updated live, with keyboard, copying and sorting. An update does not move what
// the user is looking at or has selected. Actions always apply to the selected row.
//
// The order of the rows is held while the pointer is over them, and while a row is selected that
// was selected by keyboard.
class ItemTable : public RowTable
{
    Q_OBJECT

public:
    // Takes ownership of model and delegate.
    ItemTable(
        ItemModel *model, ItemDelegate *delegate, const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot::Items &items, Instant now);
    // time: converts our clock into the server's, for the commands that are copied.
    void setTime(const ServerTime &time) { m_time = time; }
    void startOver(); // forgets everything, including vanished and pinned items
    void setFilter(const ItemFilter &filter); // scrolls to the selected row, or to the first one
    // For the next snapshot (see LingeringItems): locks that have become free recently, and when
    // nothing was seen.
    void setFreed(const Snapshot::Items &freed);
    void setGaps(const Snapshot &snapshot);
    // unseen: set while the server is not seen; then the rows are not updated and are pale.
    void setUnseen(const std::optional<ItemModel::Unseen> &unseen);
    // Repaints only the visible cells whose times have changed.
    void showTime(Instant now);

    // Tells that moments of a recording are shown; then no action leads to the server or its rules,
    // and no column is there that would always be empty.
    void setRecorded();
    // Sets whether rows can be grouped and pinned; the default is no.
    void setArrangeable(bool arrangeable) { m_isArrangeable = arrangeable; }
    // Sets whether names of one shape share a row; see GroupedItems.
    void setGrouped(bool grouped);
    [[nodiscard]] bool isGrouped() const { return m_isGrouped; }
    // Sets the keys that stay on top, also when they are gone.
    void setPinned(const QSet<QByteArray> &keys);
    [[nodiscard]] const QSet<QByteArray> &pinned() const { return m_pinned; }

    [[nodiscard]] ItemModel *itemModel() const;
    [[nodiscard]] const ItemFilter &filter() const { return m_filter; }
    // Whether rows are being sorted or grouped; until that is done they are outdated.
    [[nodiscard]] bool isArranging() const;
    [[nodiscard]] QList<QByteArray> selectedKeys() const;
    // The selected item that actions apply to; if several are selected, the current one. nullptr if
    // none is selected.
    [[nodiscard]] ItemPtr chosenItem() const;
    // The number of items that match the filter; vanished ones do not count.
    [[nodiscard]] qsizetype shown() const;
    // All items without regard to the filter, including those that have vanished recently, sorted
    // by key.
    [[nodiscard]] const Snapshot::Items &shownItems() const { return m_lingering.shown(); }
    // The number of items without regard to the filter; vanished ones do not count.
    [[nodiscard]] qsizetype total() const { return m_lingering.itemsInSnapshot(); }
    [[nodiscard]] QString selectionAsTsv() const;

    // Selects only the row of that key, if there is one, and scrolls to it. If it is in a group,
    // the group is unfolded.
    void selectKey(const QByteArray &key);

    void copyCell();
    void copyRows();
    void copyCommand();

    // The sorting and the columns as the user has set them, to be restored at the next start.
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayout(const QByteArray &state);

    [[nodiscard]] QSize minimumSizeHint() const override; // the header and a row
    // If this scrolls, the row at the top is whole afterwards, but for the end of the table.
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;

    // Sets whether locks may be released from this table.
    void setReleaseAllowed(bool allowed) { m_releaseAllowed = allowed; }

Q_SIGNALS:
    void selectedKeysChanged();
    void orderHeldChanged();
    void groupedChanged();
    void pinnedChanged(); // by the user
    void filterRequested(const QString &text);
    void detailsRequested(const lockstep::ItemPtr &item);
    void releaseRequested(const lockstep::ItemPtr &lock); // lock: somebody holds it
    void releaseRefused(); // the same was wanted, but is not allowed
    // The user wants to make a rule for keys like that one.
    void ruleRequested(const lockstep::ItemPtr &item, lockstep::RuleField field);
    void alertRequested(const lockstep::ItemPtr &item); // for keys like that one

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
    // The first row, and the one behind the last.
    [[nodiscard]] std::pair<int, int> visibleRows() const;
    void measureContents();
    void forgetContents();
    void buildColumns();
    [[nodiscard]] ColumnWish wishOf(int column) const;
    void holdOrder();
    bool actOnKey(QKeyEvent *event);
    [[nodiscard]] ItemPtr itemOf(const QByteArray &key) const;

    // Defined in itemtablegroups.cpp:
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
    [[nodiscard]] static bool isHeldLock(const ItemPtr &item);

    ItemModel *m_model;
    ItemDelegate *m_delegate;
    LingeringItems m_lingering;
    GroupedItems m_groups; // used while rows are grouped
    ServerTime m_time;
    Snapshot::Items m_items = std::make_shared<const std::vector<ItemPtr>>(); // without groups
    ItemFilter m_filter;
    QSet<QByteArray> m_pinned;
    // Emits finished() only for the last regrouping.
    QFutureWatcher<std::shared_ptr<GroupedItems>> m_regrouping;
    bool m_isRegrouping = false;
    bool m_isGrouped = false;
    bool m_isArrangeable = false;
    Instant m_groupedAt{};
    TableHeader *m_header;
    ColumnLayout *m_columns = nullptr;
    std::vector<int> m_contents; // the widest content so far of each column; 0 if not measured yet
    int m_besideKey = 0; // the widest text beside a key so far
    int m_guess = 0; // the widest word so far that says that an item may be something else
    Instant m_measuredAt{};
    QHash<std::pair<int, int>, QString> m_timeLooks; // the last timeLook() by row and column
    QList<QByteArray> m_keptKeys; // selected keys, during a reset of the model
    QByteArray m_keptCurrent;
    int m_keptColumn = 0;
    bool m_isResetting = false;
    bool m_hasPointer = false;
    bool m_isPressingKey = false;
    bool m_selectedByKeyboard = false;
    bool m_releaseAllowed = false;
    int m_placeBefore = 0; // position of the scroll bar before the merge, in pixels
    int m_shift = 0; // rows inserted above the visible ones by the present merge
};

} // namespace lockstep
