#pragma once

#include "core/lab/loader/scenariofile.h"
#include "ui/lab/program/draftfile.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <functional>

class QSettings;
class QThread;

namespace lockstep {

// A scenario of the user's own.
struct OwnFile
{
    QString path; // absolute
    ScenarioPtr scenario; // nullptr: not read yet, or it has a mistake
    QByteArray source; // what the file says, also when it has a mistake
    QString mistake; // plain text, with file and line where they are known; empty: none
};

// The files the user opened, the newest first, remembered between starts. Reads them on a thread of
// its own, and again when they change on disk.
class OwnFiles : public QObject
{
    Q_OBJECT

public:
    static constexpr int most = 20;
    // scenarioFromFile(), or what a test puts in its place. It is called on another thread.
    using Load = std::function<Result<ScenarioPtr>(const QString &path)>;

    // settings: outlives this.
    OwnFiles(QSettings *settings, Load load, QObject *parent = nullptr);
    ~OwnFiles() override;

    [[nodiscard]] const std::vector<OwnFile> &files() const { return m_files; }
    // Reads the file and puts it first; one that is there already is read again. opened() follows.
    void open(const QString &path);
    // The same, but opened() does not follow.
    void add(const QString &path);
    void forget(const QString &path);
    // Takes what is known of a file that we have written, in place of reading it. Does nothing for
    // a file that is not among these.
    void put(const OwnFile &file);
    // We have written the file ourselves, and it had that stamp then. It is read again only when it
    // has changed since.
    void noteWritten(const QString &path, const FileStamp &stamp);

Q_SIGNALS:
    void changed(); // a file came, went, or was read
    void opened(const QString &path); // a file was read that open() was called for

private:
    void place(const QString &whole); // first
    void read(const QString &path, bool asked);
    void take(const OwnFile &file, quint64 number, bool asked);
    void lookAgain();
    void remember();

    QSettings *m_settings;
    Load m_load;
    std::vector<OwnFile> m_files;
    std::map<QString, FileStamp> m_stamps;
    quint64 m_readings = 0; // begun; each has a number
    std::map<QString, quint64> m_taken; // the latest that is in m_files
    QList<QThread *> m_reading;
    QFileSystemWatcher m_watcher;
    QTimer m_later;
};

} // namespace lockstep
