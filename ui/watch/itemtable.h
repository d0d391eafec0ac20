#pragma once

#include "ui/watch/itemmodel.h"

#include <QTableView>

namespace lockstep {

class ItemDelegate;
class Theme;

// One live table: keyboard, copying, sorting, and a refresh under which nothing the user holds on
// to moves.
class ItemTable : public QTableView
{
    Q_OBJECT

public:
    // Takes both into its ownership.
    ItemTable(
        ItemModel *model, ItemDelegate *delegate, const Theme *theme, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot::Items &items, Instant now);
    // Repaints the visible cells that tell a time, nothing else.
    void showTime(Instant now);
    // What stands there while there are no rows; plain text.
    void setEmptyText(const QString &text);

    [[nodiscard]] ItemModel *itemModel() const;
    [[nodiscard]] QList<QByteArray> selectedKeys() const;
    [[nodiscard]] ItemPtr currentItem() const;
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
    void detailsRequested(const lockstep::ItemPtr &item);
    void releaseRequested(const lockstep::ItemPtr &lock); // that somebody holds

protected:
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
    void addReleaseAction(QMenu *menu);
    void addSortActions(QMenu *menu);
    void requestRelease();
    [[nodiscard]] bool canRelease() const;

    ItemModel *m_model;
    ItemDelegate *m_delegate;
    const Theme *m_theme;
    QString m_emptyText;
    bool m_releaseAllowed = false;
    int m_placeBefore = 0; // of the scroll bar, in pixels
    int m_shift = 0; // rows that came above the visible ones in the merge that is running
};

} // namespace lockstep
