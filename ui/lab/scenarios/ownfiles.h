#pragma once

#include "core/lab/loader/scenariofile.h"
#include "ui/lab/program/draftfile.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>

class QSettings;
class QThread;

namespace lockstep {

// A scenario file of the user's own.
struct OwnFile
{
    QString path; // absolute
    ScenarioPtr scenario; // nullptr if it was not read yet or has a mistake
    QByteArray source; // the text of the file, also if it has a mistake
    QString mistake; // plain text, with file and line if they are known; empty if there is none
};

// The files that the user has opened, the newest first. They are remembered between starts, read on
// a thread of their own, and read again when they change on disk.
class OwnFiles : public QObject
{
    Q_OBJECT

public:
    static constexpr int most = 20; // of files that are remembered
    // scenarioFromFile(), or a replacement in tests. It is called on another thread.
    using Load = std::function<Result<ScenarioPtr>(const QString &path)>;

    // settings must outlive this.
    OwnFiles(QSettings *settings, Load load, QObject *parent = nullptr);
    ~OwnFiles() override;

    [[nodiscard]] const std::vector<OwnFile> &files() const { return m_files; }
    // Reads a file and puts it first; a file that is already there is read again. opened() follows.
    void open(const QString &path);
    // The same, but opened() does not follow.
    void add(const QString &path);
    void forget(const QString &path);
    // Takes the content of a file that we have written, so that it need not be read. Does nothing
    // for a file that is not in the list.
    void put(const OwnFile &file);
    // This has to be called when we have written the file, with its stamp at that moment. It is
    // read again only if it has changed since.
    void noteWritten(const QString &path, const FileStamp &stamp);

Q_SIGNALS:
    void changed(); // a file was added, removed, or read
    void opened(const QString &path); // the file given to open() was read

private:
    void place(const QString &whole); // first
    void read(const QString &path, bool asked);
    void take(const OwnFile &file, quint64 number, bool asked);
    void lookAgain();
    void remember();

    QSettings *m_settings;
    Load m_load;
    std::vector<OwnFile> m_files;
    std::map<QString, std::optional<FileStamp>> m_stamps; // nothing: there is no such file
    quint64 m_readings = 0; // readings begun so far, which gives each a number
    std::map<QString, quint64> m_taken; // the number of the reading that m_files has, by path
    QList<QThread *> m_reading;
    QFileSystemWatcher m_watcher;
    QTimer m_later; // delays looking at the files after a change
};

} // namespace lockstep
