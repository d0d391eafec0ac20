#pragma once

#include "core/redis/values/error.h"
#include "ui/watch/journal/journalbar.h"
#include "ui/window/mainwindow.h"

#include <QFileDialog>

#include <functional>

namespace lockstep {

class JournalView;

// Writes what a window shows to files whose names the user chooses. It is what was shown when it
// was asked for, however long the name takes. Texts are written on a thread of their own: a round
// may have a million operations.
class WindowExport : public QObject
{
    Q_OBJECT

public:
    // Both outlive it. What cannot be written is said over the window.
    WindowExport(MainWindow *window, JournalView *journal);

    // server: that is watched from now on, as it is shown to the user.
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
