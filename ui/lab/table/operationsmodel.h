#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/tracks/roundindex.h"
#include "ui/lab/words/clockreadings.h"

#include <QAbstractTableModel>

#include <memory>

namespace lockstep {

// The operations of one round, of all clients or of one, straight from the history: nothing is
// copied, texts are made for the cells that are asked for. In the order in which the servers
// executed them where it is known, so that what one wrote is what the next one finds; else as they
// returned. The first column counts in that order: times are the clients', and ascend otherwise.
class OperationsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    // Sent and replied are of a free run only.
    enum Column { Place, Sent, Replied, Client, Command, Reply, Effect, Line, ColumnCount };
    [[nodiscard]] static bool isNumber(int column)
    {
        return column == Place || column == Sent || column == Replied || column == Line;
    }
    enum Role { RawRole = Qt::UserRole, IsMarkedRole, IsLostRole, IsProofRole };

    using QAbstractTableModel::QAbstractTableModel;

    // index: of that round; shared with whoever else looks things up. nullptr: no rows.
    void setRound(const RunPtr &run, int round, const std::shared_ptr<const RoundIndex> &index);
    // The client's number in the history, or none: the operations of all clients.
    void setClient(quint32 client);
    [[nodiscard]] quint32 client() const { return m_client; }
    // Operations of this line of the file are marked; 0: none.
    void setMarkedLine(int line);

    [[nodiscard]] quint32 operation(int row) const;
    // The row of an operation, or of the one before it where the client does not fit; -1: none.
    [[nodiscard]] int rowOf(quint32 operation) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(quint32 operation, int column) const;
    [[nodiscard]] QString placeWords(quint32 operation) const;
    [[nodiscard]] QString timesWords(int row) const;
    [[nodiscard]] QString sinceBegin(Moment at) const;

    void findRows();

    RunPtr m_run;
    std::vector<quint32> m_rows; // of the client's operations, where it is only one
    std::shared_ptr<const RoundIndex> m_index;
    ClockReadings m_clock;
    Moment m_begin = 0;
    quint32 m_client = none;
    int m_round = 0;
    int m_markedLine = 0;
};

// "stock 1 → 0, lock – → A-1"; "stock 97 → 97" of a SET of the value that was there. Empty where
// nothing was written, or it is not known.
// A bucket is told by its tokens. clock: of the round.
QString effectWords(
    const RunPtr &run, const RoundIndex &index, const ClockReadings &clock, quint32 operation);

} // namespace lockstep
