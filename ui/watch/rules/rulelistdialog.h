#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace lockstep {

// What the dialogs over a server's rules file have in common: a list whose rows are added, changed
// and deleted, and put elsewhere where they have an order. It only shows rows; whoever has the
// rules does what the signals ask for and sets the rows again.
class RuleListDialog : public QDialog
{
    Q_OBJECT

public:
    struct Look
    {
        QString title;
        QString name; // of the list, as an object
        QStringList headers;
        QList<int> widths; // of the columns, in characters; the last one takes what is left
        QString givenToolTip; // on rows that cannot be changed here
        bool isOrdered = false;
    };

protected:
    // file: where the rules are kept.
    RuleListDialog(const Look &look, const QString &file, QWidget *parent);

    // given: rows that cannot be changed here, behind the others. chosen: a row, or what is next
    // to it.
    void setRows(const QList<QStringList> &rows, const QList<QStringList> &given, int chosen);
    void setAbout(const QString &about);
    [[nodiscard]] int chosen() const; // -1: none, or one that was given
    void focusList();

Q_SIGNALS:
    void addRequested();
    void changeRequested(int row);
    void removeRequested(int row);
    void moveRequested(int row, int to); // to is another row

private:
    void layOut(const Look &look, const QString &file);
    QWidget *makeButtons(bool isOrdered);
    void append(const QStringList &texts, bool isGiven);
    void enableButtons();
    void requestChange();
    void requestMove(int by);

    QString m_givenToolTip;
    int m_rowCount = 0; // without those that were given
    QLabel *m_about;
    QTreeWidget *m_list;
    QPushButton *m_add, *m_change, *m_remove, *m_up, *m_down;
};

} // namespace lockstep
