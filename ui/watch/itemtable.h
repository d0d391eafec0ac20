#pragma once

#include "ui/watch/itemmodel.h"
#include "ui/watch/lingeringitems.h"

#include <QTableView>

namespace lockstep {

class ItemDelegate;
class Theme;

// One live table: keyboard, copying, sorting, and a refresh under which nothing the user holds on
// to moves. Every action is about the selected row, or about nothing.
//
// The order of the rows is held while the pointer is over them, and while a row that was selected
// by keyboard is.
class ItemTable : public QTableView
{
    Q_OBJECT

public:
    // Takes both into its ownership.
    ItemTable(
        ItemModel *model, ItemDelegate *delegate, const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot::Items &items, Instant now);
    void startOver(); // with nothing, also of what has vanished
    void setFilter(const KeyFilter &filter); // from the first row, or the selected one
    // Repaints the visible cells that tell a time, nothing else.
    void showTime(Instant now);
    // What stands there while there are no rows; plain text.
    void setEmptyText(const QString &text);

    [[nodiscard]] ItemModel *itemModel() const;
    [[nodiscard]] QList<QByteArray> selectedKeys() const;
    // The selected item that actions are about: of several selected ones the current one. Nothing
    // where none is.
    [[nodiscard]] ItemPtr chosenItem() const;
    // Rows, and items in all, without those whose key has vanished.
    [[nodiscard]] qsizetype shown() const;
    [[nodiscard]] qsizetype total() const { return m_lingering.present(); }
    [[nodiscard]] QString selectionAsTsv() const;

    // Selects that row alone, if it is there, and shows it.
    void selectKey(const QByteArray &key);

    void copyCell();
    void copyRows();
    void copyCommand();

    // Whether locks may be released from here.
    void setReleaseAllowed(bool allowed) { m_releaseAllowed = allowed; }

Q_SIGNALS:
    void selectedKeysChanged();
    void orderHeldChanged();
    void detailsRequested(const lockstep::ItemPtr &item);
    void releaseRequested(const lockstep::ItemPtr &lock); // that somebody holds

protected:
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void selectionChanged(
        const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void applyFont();
    void applyColours();
    void keepPlace(int first, int count);
    void holdOrder();
    bool actOnKey(QKeyEvent *event);
    [[nodiscard]] ItemPtr itemOf(const QByteArray &key) const;
    void addReleaseAction(QMenu *menu, const ItemPtr &item);
    void addSortActions(QMenu *menu);
    void requestDetails(const ItemPtr &item);
    void requestRelease(const ItemPtr &item);
    [[nodiscard]] bool canRelease(const ItemPtr &item) const;

    ItemModel *m_model;
    ItemDelegate *m_delegate;
    const Theme *m_theme;
    LingeringItems m_lingering;
    QString m_emptyText;
    bool m_hasPointer = false;
    bool m_isPressingKey = false;
    bool m_selectedByKeyboard = false;
    bool m_releaseAllowed = false;
    int m_placeBefore = 0; // of the scroll bar, in pixels
    int m_shift = 0; // rows that came above the visible ones in the merge that is running
};

} // namespace lockstep
