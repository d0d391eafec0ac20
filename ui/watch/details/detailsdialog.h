#pragma once

#include "ui/watch/details/itemfacts.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;

namespace lockstep {

struct ClientList;
class FactList;
class HolderPanel;

// Everything known of one item, kept up to date. Not modal: several may be open.
class DetailsDialog : public QDialog
{
    Q_OBJECT

public:
    // snapshot: the one the item was taken from.
    DetailsDialog(ItemPtr item, const Snapshot &snapshot, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot &snapshot);
    [[nodiscard]] QString copyText() const;
    [[nodiscard]] bool isGone() const { return m_gone; }
    void setClients(const ClientList &list); // that were asked for

Q_SIGNALS:
    void lockChosen(const QByteArray &key); // of what the holder holds
    void clientsRequested();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void layOut();
    void refresh();
    void copy();
    [[nodiscard]] ItemFacts factsNow(qsizetype longest) const;

    ItemPtr m_item;
    bool m_gone = false;
    Instant m_takenAt{};
    std::chrono::system_clock::time_point m_takenAtUtc{};
    QLabel *m_notice;
    FactList *m_facts;
    HolderPanel *m_holder;
    QPlainTextEdit *m_raw;
};

} // namespace lockstep
