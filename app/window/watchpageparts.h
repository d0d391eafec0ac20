#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/watch/rules/rulefield.h"

#include <QObject>
#include <QPointer>

namespace lockstep {

class DetailsDialog;
class HistoryPlot;
class JournalView;
class MainWindow;
class Theme;
class Watch;

// The plot, the journal and the details beside the tables of the Watch page: what is selected in
// one of them is shown in the others. The pinned rows are saved for each server.
class WatchPageParts : public QObject
{
    Q_OBJECT

public:
    // The plot and the journal become the window's. window and theme must outlive this.
    WatchPageParts(MainWindow *window, Theme *theme);

    [[nodiscard]] JournalView *journal() const { return m_journal; }

    // The name under which the pinned rows are saved; pins those that were saved.
    void setServer(const QString &name);
    // watch: which clients hold a lock is asked of it; it must live until startOver().
    void setWatch(Watch *watch) { m_watch = watch; }
    void showInDetails(const Snapshot &snapshot);
    // Forgets the server, and closes the details.
    void startOver();

Q_SIGNALS:
    void ruleRequested(const lockstep::ItemPtr &item, lockstep::RuleField field);

private:
    void connectPage();
    void showDetails(const ItemPtr &item);
    void showItem(Family family, const QByteArray &key, bool takesFocus);
    void showLock(const QByteArray &key);

    MainWindow *m_window;
    HistoryPlot *m_plot;
    JournalView *m_journal;
    Watch *m_watch = nullptr;
    QString m_server;
    QPointer<DetailsDialog> m_details;
};

} // namespace lockstep
