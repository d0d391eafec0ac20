#pragma once

#include "core/redis/values/error.h"
#include "ui/watch/journal/journalbar.h"
#include "ui/window/mainwindow.h"

#include <QFileDialog>

#include <functional>

namespace lockstep {

class JournalView;

// Writes what the window shows to a file that the user names. It writes what was shown when the
// export was asked for, however long choosing the file takes. Texts are written on a thread of
// their own, because a round may have a million operations.
class WindowExport : public QObject
{
    Q_OBJECT

public:
    // Both must outlive this. A message over the window says what cannot be written.
    WindowExport(MainWindow *window, JournalView *journal);

    // Sets the watched server, as it is shown to the user.
    void setServer(const QString &server) { m_server = server; }

private:
    using Text = std::function<QByteArray()>;

    void exportShown(MainWindow::ExportKind kind);
    void exportJournal(JournalBar::ExportKind kind, bool all);
    [[nodiscard]] Result<Text> shownText(MainWindow::ExportKind kind);
    Result<void> savePictureOfShown(const QString &file);
    void saveOnThread(const QString &file, Text text);
    QFileDialog *openDialog(const QString &title, const QString &name, const QString &ending);
    void onSaved(const QString &file, const Result<void> &saved);

    MainWindow *m_window;
    JournalView *m_journal;
    QString m_server;
};

} // namespace lockstep
