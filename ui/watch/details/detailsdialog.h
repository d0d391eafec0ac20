#pragma once

#include "ui/watch/details/itemfacts.h"
#include "ui/watch/rules/rulefield.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace lockstep {

struct ClientList;
class FactList;
class HolderPanel;

// Shows all that is known of one item and keeps it up to date. It is not modal, so the window can
// be used beside it. A window has one at most.
class DetailsDialog : public QDialog
{
    Q_OBJECT

public:
    // snapshot: the one that has the item.
    DetailsDialog(ItemPtr item, const Snapshot &snapshot, QWidget *parent = nullptr);

    void setSnapshot(const Snapshot &snapshot);
    // Hides what leads to the server or its rules, because the item is from a recording.
    void setRecorded();
    [[nodiscard]] QString copyText() const;
    [[nodiscard]] bool isGone() const { return m_isGone; }
    void setClients(const ClientList &list); // answers clientsRequested()

Q_SIGNALS:
    void lockChosen(const QByteArray &key); // one of the other locks of the holder
    void clientsRequested();
    // The user wants to add what is unknown about the item by a rule.
    void ruleRequested(const lockstep::ItemPtr &item, lockstep::RuleField field);

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    void layOut();
    void refresh();
    void copy();
    [[nodiscard]] ItemFacts factsNow(qsizetype longest) const;

    ItemPtr m_item;
    bool m_isGone = false;
    Instant m_takenAt{};
    std::chrono::system_clock::time_point m_takenAtUtc{};
    QLabel *m_notice;
    FactList *m_facts;
    HolderPanel *m_holder;
    QLabel *m_rawTitle;
    QPlainTextEdit *m_raw;
    QPushButton *m_rule = nullptr;
    bool m_isRecorded = false;
};

} // namespace lockstep
