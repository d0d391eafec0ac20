#pragma once

#include "ui/watch/details/heldlocks.h"

#include "core/watch/link/clientlist.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace lockstep {

// The part of a lock's details about its holder: its other locks and, on request, its connection.
class HolderPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HolderPanel(QWidget *parent = nullptr);

    // holder: nothing if nobody holds the lock.
    void update(const std::optional<Holder> &holder, const Snapshot::Items &locks);
    void setRecorded(); // hides the button that asks the server
    void setClients(const ClientList &list); // answers clientsRequested()
    // All texts of the panel, for copying.
    [[nodiscard]] QStringList lines() const;

Q_SIGNALS:
    void lockChosen(const QByteArray &key);
    void clientsRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void layOut();
    void choose(const QListWidgetItem *item);
    void showLocks();

    HeldLocks m_held;
    QLabel *m_title;
    QListWidget *m_locks;
    QPushButton *m_find;
    QLabel *m_clients;
};

} // namespace lockstep
