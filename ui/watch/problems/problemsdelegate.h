#pragma once

#include "ui/watch/tables/itemdelegate.h"

namespace lockstep {

// Paints the cells of the table of problems.
class ProblemsDelegate : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    [[nodiscard]] int columnWidth(int column) const override;
    [[nodiscard]] int leastWidth(int column) const override;
    [[nodiscard]] bool staysWhole(int column) const override;
    [[nodiscard]] bool isGraphic(int column) const override;

protected:
    void paintCell(const Cell &cell) const override;
    [[nodiscard]] QString besideKey(const Item &item) const override;
    [[nodiscard]] double cellWidth(const Item &item, int column) const override;

private:
    void paintDetails(const Cell &cell) const;
};

} // namespace lockstep
