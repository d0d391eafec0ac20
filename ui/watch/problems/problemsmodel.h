#pragma once

#include "core/watch/snapshot/problem.h"
#include "ui/watch/rows/itemmodel.h"

namespace lockstep {

// The rows of the table of problems: items of all families that deserve attention, the worst first.
class ProblemsModel : public ItemModel
{
    Q_OBJECT

public:
    enum Column { KeyColumn, ProblemColumn, DetailsColumn, AgeColumn, ColumnCount };

    // The worst problem of an item; nothing if it has none any more.
    [[nodiscard]] static std::optional<ProblemKind> problemOf(const Item &item, Instant now);

    explicit ProblemsModel(QObject *parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QString text(const Item &item, int column) const override;
    [[nodiscard]] QString rawText(const Item &item, int column) const override;
    [[nodiscard]] QString briefText(const Item &item, int column) const override;
    [[nodiscard]] QString toolTip(const Item &item, int column) const override;
    [[nodiscard]] QString columnTitle(int column) const override;
    [[nodiscard]] bool isNumeric(int column) const override;
    [[nodiscard]] int dispensable(int column) const override;
    [[nodiscard]] bool tellsTime(int column) const override;

    // See RowOrder.
    [[nodiscard]] static double rank(const Item &item, int column, Instant now);
};

} // namespace lockstep
