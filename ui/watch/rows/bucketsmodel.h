#pragma once

#include "ui/watch/rows/itemmodel.h"

namespace lockstep {

class BucketsModel : public ItemModel
{
    Q_OBJECT

public:
    enum Column { KeyColumn, GaugeColumn, UsedColumn, TurnsColumn, StateColumn, ColumnCount };

    explicit BucketsModel(QObject *parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QString text(const Item &item, int column) const override;
    [[nodiscard]] QString rawText(const Item &item, int column) const override;
    [[nodiscard]] QString toolTip(const Item &item, int column) const override;
    [[nodiscard]] QString columnTitle(int column) const override;
    [[nodiscard]] bool isNumeric(int column) const override;
    [[nodiscard]] bool tellsTime(int column) const override;
    [[nodiscard]] bool asksForLimit(const Item &item, int column) const override;

    // "59/60", "59/–" where the limit is not known.
    [[nodiscard]] static QString usedText(const Item &item);
    // Which part of the limit is used, from 0 on; nothing where the limit is not known.
    [[nodiscard]] static std::optional<double> usedShare(const Item &item);
    // When the window turns or the bucket is full again.
    [[nodiscard]] static std::optional<Instant> turnsAt(const Item &item);

    [[nodiscard]] static BucketState worstState(const ItemGroup &group);

    // See RowOrder.
    [[nodiscard]] static double rank(const Item &item, int column, Instant now);

private:
    // groupwords.cpp
    [[nodiscard]] QString groupText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupRawText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupToolTip(const ItemGroup &group, int column) const;
    [[nodiscard]] static double groupRank(const ItemGroup &group, int column);
};

} // namespace lockstep
