#pragma once

#include "ui/watch/itemdelegate.h"

namespace lockstep {

class LocksDelegate : public ItemDelegate
{
    Q_OBJECT

public:
    using ItemDelegate::ItemDelegate;

    [[nodiscard]] int columnWidth(int column) const override;

protected:
    void paintCell(const Cell &cell) const override;

private:
    [[nodiscard]] double barWidth() const;
    [[nodiscard]] double figuresWidth(const QString &sample) const;
    void paintTimeLeft(const Cell &cell) const;
    void paintState(const Cell &cell) const;
};

} // namespace lockstep
