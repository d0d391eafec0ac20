#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace lockstep {

// The base of the dialogs for a server's rules file: a list whose rows can be added, changed,
// deleted and, if they have an order, moved. It only shows rows; a derived class performs what the
// signals ask for and sets the rows again.
class RuleListDialog : public QDialog
{
    Q_OBJECT

public:
    struct Files
    {
        QString own; // where what is made in the dialog is saved
        QString given; // where the rows come from that cannot be changed here; empty: there is none
    };
    struct Look
    {
        QString title;
        QString name; // object name of the list
        QStringList headers;
        QList<int> widths; // of the columns, in characters; the last column takes the rest
        QString readOnlyToolTip; // of rows that cannot be changed here; %1 is their file
        bool isOrdered = false;
    };

protected:
    RuleListDialog(const Look &look, const Files &files, QWidget *parent);

    // readOnly: rows that cannot be changed here; they come last. chosen: the row to select, or if
    // there is none any more, the nearest one.
    void setRows(const QList<QStringList> &rows, const QList<QStringList> &readOnly, int chosen);
    void setAbout(const QString &about);
    [[nodiscard]] int chosen() const; // -1 if no row, or one that cannot be changed, is selected
    void focusList();

Q_SIGNALS:
    void addRequested();
    void changeRequested(int row);
    void removeRequested(int row);
    void moveRequested(int row, int to); // row and to are different

private:
    void layOut(const Look &look, const Files &files);
    QWidget *makeButtons(bool isOrdered);
    void append(const QStringList &texts, bool isReadOnly);
    void enableButtons();
    void requestChange();
    void requestMove(int by);

    QString m_readOnlyToolTip;
    int m_rowCount = 0; // without those that cannot be changed
    QLabel *m_about;
    QTreeWidget *m_list;
    QPushButton *m_add, *m_change, *m_remove, *m_up, *m_down;
};

} // namespace lockstep
