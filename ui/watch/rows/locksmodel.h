#pragma once

#include "ui/watch/rows/itemmodel.h"

namespace lockstep {

// The rows of the table of locks.
class LocksModel : public ItemModel
{
    Q_OBJECT

public:
    enum Column { KeyColumn, HolderColumn, TimeColumn, AgeColumn, StateColumn, ColumnCount };

    explicit LocksModel(QObject *parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QString text(const Item &item, int column) const override;
    [[nodiscard]] QString rawText(const Item &item, int column) const override;
    [[nodiscard]] QString briefText(const Item &item, int column) const override;
    [[nodiscard]] QString toolTip(const Item &item, int column) const override;
    [[nodiscard]] QString columnTitle(int column) const override;
    [[nodiscard]] bool isNumeric(int column) const override;
    [[nodiscard]] int dispensable(int column) const override;
    [[nodiscard]] bool tellsTime(int column) const override;

    // "285475da:52 ×2": the holder and how many times it holds the lock.
    [[nodiscard]] static QString holderText(const Item &item);
    // Writes the time that is left, such as "26.4 s", or "never".
    [[nodiscard]] static QString timeText(const Item &item, Instant now);
    [[nodiscard]] static QString ageText(const Item &item, Instant now);

    // The worst state of the members. It is never Expiring, which depends on the present moment.
    [[nodiscard]] static LockState worstState(const ItemGroup &group);

    // See RowOrder.
    [[nodiscard]] static double rank(const Item &item, int column, Instant now);
    [[nodiscard]] static int compareWords(const Item &a, const Item &b, int column);

private:
    [[nodiscard]] QString timeToolTip(const Item &item) const;
    [[nodiscard]] QString ageToolTip(const Item &item) const;
    [[nodiscard]] static QString freeToolTip(AgeBound bound); // %1: the age
    [[nodiscard]] QString withoutHolderToolTip(const Item &item) const;
    // Defined in groupwords.cpp:
    [[nodiscard]] QString groupText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupRawText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupToolTip(const ItemGroup &group, int column) const;
    [[nodiscard]] static double groupRank(const ItemGroup &group, int column);
};

} // namespace lockstep
