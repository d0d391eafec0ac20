#pragma once

#include "ui/watch/tables/columnwidths.h"

#include <QDataStream>
#include <QObject>
#include <QSet>

#include <functional>

class QHeaderView;
class QMenu;

namespace lockstep {

// The columns of one table: which are shown, in which order and how wide. Columns that the user has
// not resized adapt to the available width; where they would not fit with their least widths, those
// that tell least are left out. The first column, the key, is always shown, and so is the one by
// which the rows are sorted.
class ColumnLayout : public QObject
{
    Q_OBJECT

public:
    // The version of the stream format of state(), also for a table that stores more beside it.
    static constexpr QDataStream::Version streamVersion = QDataStream::Qt_6_4;

    using WishOf = std::function<ColumnWish(int column)>;

    // header must outlive this.
    ColumnLayout(QHeaderView *header, WishOf wishOf, QObject *parent = nullptr);

    // Sets the columns that are never shown, and not offered to the user either.
    void setUnused(const QSet<int> &columns);
    // Divides so many pixels among the columns.
    void shareOut(int available);
    // Adds entries that show and hide columns, and one that undoes all changes of the user.
    void addActions(QMenu *menu);

    // What the user has changed, including the sorting, to be restored at the next start.
    [[nodiscard]] QByteArray state() const;
    // Returns false and changes nothing if it is not a state of these columns.
    bool restore(const QByteArray &state);

private:
    void hideUnused();
    void leaveOut(int available);
    [[nodiscard]] bool isHiddenByUser(int column) const;
    void reset();
    void noteResized(int column);

    QHeaderView *m_header;
    WishOf m_wishOf;
    QSet<int> m_unused;
    QSet<int> m_sizedByUser;
    QSet<int> m_leftOut; // hidden because there is no room for them
    int m_available = 0;
    // While this resizes columns, so that they do not count as resized by the user.
    bool m_isSharing = false;
};

} // namespace lockstep
