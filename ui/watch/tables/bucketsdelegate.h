#pragma once

#include "ui/watch/tables/itemdelegate.h"

namespace lockstep {

// Paints the cells of the table of rate limits.
class BucketsDelegate : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    [[nodiscard]] int columnWidth(int column) const override;
    [[nodiscard]] int leastWidth(int column) const override;
    [[nodiscard]] bool isGraphic(int column) const override;

protected:
    void paintCell(const Cell &cell) const override;
    void paintGroupCell(const Cell &cell, const ItemGroup &group) const override;
    [[nodiscard]] QString besideKey(const Item &item) const override;
    [[nodiscard]] double cellWidth(const Item &item, int column) const override;

private:
    void paintGauge(const Cell &cell) const;
    void paintLink(const Cell &cell) const;
    void paintState(const Cell &cell) const;
    [[nodiscard]] double gaugeWidth() const;
};

} // namespace lockstep
