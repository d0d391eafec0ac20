#pragma once

#include "ui/watch/tables/itemdelegate.h"

namespace lockstep {

// Paints the cells of the table of locks.
class LocksDelegate : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    [[nodiscard]] int columnWidth(int column) const override;
    [[nodiscard]] int leastWidth(int column) const override;
    [[nodiscard]] bool isGraphic(int column) const override;
    [[nodiscard]] bool staysWhole(int column) const override;
    [[nodiscard]] int shortestFigures(int column) const override;
    [[nodiscard]] int widthWithBar(int column) const override;
    [[nodiscard]] QString timeLook(const Item &item, int column, int width) const override;

protected:
    void paintCell(const Cell &cell) const override;
    void paintGroupCell(const Cell &cell, const ItemGroup &group) const override;
    [[nodiscard]] QString besideKey(const Item &item) const override;
    [[nodiscard]] double cellWidth(const Item &item, int column) const override;

private:
    [[nodiscard]] double barWidth() const;
    [[nodiscard]] double shortestBar() const;
    [[nodiscard]] double figuresWidth(const QString &sample) const;
    void paintTimeLeft(const Cell &cell) const;
    void paintHolder(const Cell &cell) const;
    void paintState(const Cell &cell) const;
};

} // namespace lockstep
