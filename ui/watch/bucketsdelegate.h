#pragma once

#include "ui/watch/itemdelegate.h"

namespace lockstep {

class BucketsDelegate : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    [[nodiscard]] int columnWidth(int column) const override;

protected:
    void paintCell(const Cell &cell) const override;

private:
    void paintGauge(const Cell &cell) const;
    void paintState(const Cell &cell) const;
};

} // namespace lockstep
