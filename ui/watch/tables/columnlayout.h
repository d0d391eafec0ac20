#pragma once

#include "ui/watch/tables/columnwidths.h"

#include <QDataStream>
#include <QObject>
#include <QSet>

#include <functional>

class QHeaderView;
class QMenu;

namespace lockstep {

// The columns of one table: which are shown, in which order and how wide. What the user has not
// sized follows the room that there is. The first column, the key, is always shown.
class ColumnLayout : public QObject
{
    Q_OBJECT

public:
    // What state() is written in, also by a table that keeps more beside it.
    static constexpr QDataStream::Version streamVersion = QDataStream::Qt_6_4;

    using WishOf = std::function<ColumnWish(int column)>;

    // header: outlives this.
    ColumnLayout(QHeaderView *header, WishOf wishOf, QObject *parent = nullptr);

    // Shares out so many pixels among the columns.
    void shareOut(int available);
    // Entries that show and hide columns, and one that undoes all that the user did.
    void addActions(QMenu *menu);

    // What the user did, sorting included; for the next start.
    [[nodiscard]] QByteArray state() const;
    // False where it is not a state of these columns: then nothing has changed.
    bool restore(const QByteArray &state);

private:
    void reset();
    void noteResized(int column);

    QHeaderView *m_header;
    WishOf m_wishOf;
    QSet<int> m_sizedByUser;
    int m_available = 0;
    bool m_isSharing = false;
};

} // namespace lockstep
