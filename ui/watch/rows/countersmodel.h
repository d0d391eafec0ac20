#pragma once

#include "ui/watch/rows/itemmodel.h"

namespace lockstep {

// The rows of the table of counters.
class CountersModel : public ItemModel
{
    Q_OBJECT

public:
    enum Column { KeyColumn, ValueColumn, RateColumn, TrendColumn, ColumnCount };

    explicit CountersModel(QObject *parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QString text(const Item &item, int column) const override;
    [[nodiscard]] QString rawText(const Item &item, int column) const override;
    [[nodiscard]] QString briefText(const Item &item, int column) const override;
    [[nodiscard]] QString toolTip(const Item &item, int column) const override;
    [[nodiscard]] QString columnTitle(int column) const override;
    [[nodiscard]] bool isNumeric(int column) const override;
    [[nodiscard]] int dispensable(int column) const override;
    [[nodiscard]] bool tellsTime(int column) const override;

    // Writes a value such as "≈ 9 312" or "59 / 60".
    [[nodiscard]] static QString valueText(
        const Item &item, wording::Figures figures = wording::Figures::Whole);

    // Writes a rate such as "+34", or "–" while the server is not seen and until the rate is known.
    [[nodiscard]] QString rateText(
        const Item &item, wording::Figures figures = wording::Figures::Whole) const;

    // See RowOrder.
    [[nodiscard]] static double rank(const Item &item, int column, Instant now);

protected:
    [[nodiscard]] bool needsSeveralReadings(int column) const override;

private:
    [[nodiscard]] bool isRateKnown(const Item &item) const;
    // Defined in groupwords.cpp:
    [[nodiscard]] static QString groupValueText(
        const ItemGroup &group, wording::Figures figures = wording::Figures::Whole);
    [[nodiscard]] QString groupText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupRawText(const ItemGroup &group, int column) const;
    [[nodiscard]] QString groupToolTip(const ItemGroup &group, int column) const;
    [[nodiscard]] static double groupRank(const ItemGroup &group, int column);
};

} // namespace lockstep
