#pragma once

#include "ui/watch/rows/itemmodel.h"

namespace lockstep {

// The rows of the table of rate limits.
class BucketsModel : public ItemModel
{
    Q_OBJECT

public:
    enum Column { KeyColumn, GaugeColumn, UsedColumn, TurnsColumn, StateColumn, ColumnCount };

    explicit BucketsModel(QObject *parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QString text(const Item &item, int column) const override;
    [[nodiscard]] QString rawText(const Item &item, int column) const override;
    [[nodiscard]] QString briefText(const Item &item, int column) const override;
    [[nodiscard]] QString toolTip(const Item &item, int column) const override;
    [[nodiscard]] QString columnTitle(int column) const override;
    [[nodiscard]] bool isNumeric(int column) const override;
    [[nodiscard]] int dispensable(int column) const override;
    [[nodiscard]] bool tellsTime(int column) const override;
    [[nodiscard]] bool asksForLimit(const Item &item, int column) const override;

    // "59/60", or "59/–" if the limit is unknown.
    [[nodiscard]] static QString usedText(
        const Item &item, wording::Figures figures = wording::Figures::Whole);
    // The share of the limit that is used, from 0 on; nothing if the limit is unknown.
    [[nodiscard]] static std::optional<double> usedShare(const Item &item);
    // When the window ends or the bucket is full again.
    [[nodiscard]] static std::optional<Instant> turnsAt(const Item &item);

    [[nodiscard]] static BucketState worstState(const ItemGroup &group);

    // See RowOrder.
    [[nodiscard]] static double rank(const Item &item, int column, Instant now);

private:
    // Defined in groupwords.cpp:
    [[nodiscard]] static QString groupUsedText(
        const ItemGroup &group, wording::Figures figures = wording::Figures::Whole);
    [[nodiscard]] QString groupText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupRawText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupToolTip(const ItemGroup &group, int column) const;
    [[nodiscard]] static double groupRank(const ItemGroup &group, int column);
};

} // namespace lockstep
