#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/tracks/roundindex.h"
#include "ui/lab/words/clockreadings.h"

#include <QAbstractTableModel>

#include <memory>

namespace lockstep {

// The operations of one round, of all clients or of one. It reads the history directly: nothing is
// copied, and texts are made only for the cells that are asked for. Rows are in the order in which
// the servers executed the operations, if it is known, so that each operation finds what the one
// above wrote; otherwise in the order in which they returned. The first column counts in the
// servers' order; the times are measured at the clients and may ascend differently.
class OperationsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    // Sent and Replied exist only for free runs.
    enum Column { Place, Sent, Replied, Client, Command, Reply, Effect, Line, ColumnCount };
    [[nodiscard]] static bool isNumber(int column)
    {
        return column == Place || column == Sent || column == Replied || column == Line;
    }
    enum Role { RawRole = Qt::UserRole, IsMarkedRole, IsLostRole, IsProofRole };

    using QAbstractTableModel::QAbstractTableModel;

    // index: that of the round, shared with other users; nullptr leaves no rows.
    void setRound(const RunPtr &run, int round, const std::shared_ptr<const RoundIndex> &index);
    // client: its number in the history; none shows the operations of all clients.
    void setClient(quint32 client);
    [[nodiscard]] quint32 client() const { return m_client; }
    // Marks the operations at this line of the file; 0 removes the marks.
    void setMarkedLine(int line);

    [[nodiscard]] quint32 operation(int row) const;
    // The row of an operation. If it belongs to another client, the row before it; -1 if there is
    // none.
    [[nodiscard]] int rowOf(quint32 operation) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(quint32 operation, int column) const;
    [[nodiscard]] QString placeWords(quint32 operation) const;
    [[nodiscard]] bool isOrderKnown() const; // that of the servers
    [[nodiscard]] QString orderWords() const;
    [[nodiscard]] QString timesWords(int row) const;
    [[nodiscard]] QString sinceBegin(Moment at) const;

    void findRows();

    RunPtr m_run;
    std::vector<quint32> m_rows; // the rows of m_client; empty if all are shown
    std::shared_ptr<const RoundIndex> m_index;
    ClockReadings m_clock;
    Moment m_begin = 0;
    quint32 m_client = none; // none for all clients
    int m_round = 0;
    int m_markedLine = 0;
};

// The changes of keys by an operation: "stock 1 → 0, lock – → A-1", or "stock 97 → 97" for a SET of
// the present value. Empty if nothing was written or it is unknown. The value of a bucket is given
// by its tokens. clock: the clock readings of the round.
QString effectWords(
    const RunPtr &run, const RoundIndex &index, const ClockReadings &clock, quint32 operation);

} // namespace lockstep
