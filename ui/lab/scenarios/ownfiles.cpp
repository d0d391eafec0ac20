// Editors save in different ways. Some write into the file; others replace it, and then the watch
// on the file is lost without notice. So the folder is watched as well, and after each notification
// the time and size of every file are compared with the last ones. This is done after a short
// delay, so that an editor can finish.

#include "ui/lab/scenarios/ownfiles.h"

#include "core/redis/values/readfile.h"
#include "ui/text/errormessage.h"

#include <QFileInfo>
#include <QSettings>
#include <QThread>

#include <algorithm>

namespace lockstep {

namespace {

const QString settingsKey = QStringLiteral("labFiles");
constexpr auto rest = std::chrono::milliseconds(120);

} // namespace

OwnFiles::OwnFiles(QSettings *settings, Load load, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_load(std::move(load))
{
    m_later.setSingleShot(true);
    m_later.setInterval(rest);
    connect(&m_later, &QTimer::timeout, this, &OwnFiles::lookAgain);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] { m_later.start(); });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { m_later.start(); });
    const QStringList known = m_settings->value(settingsKey).toStringList().mid(0, most);
    for (const QString &path : known) {
        m_files.push_back({path, nullptr, {}, {}});
        read(path, false);
    }
}

OwnFiles::~OwnFiles()
{
    for (QThread *thread : std::as_const(m_reading))
        thread->wait();
}

void OwnFiles::open(const QString &path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    place(whole);
    read(whole, true);
}

void OwnFiles::add(const QString &path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    place(whole);
    read(whole, false);
}

void OwnFiles::place(const QString &whole)
{
    const auto known = std::find_if(
        m_files.begin(), m_files.end(), [&](const OwnFile &file) { return file.path == whole; });
    if (known != m_files.end())
        std::rotate(m_files.begin(), known, known + 1);
    else
        m_files.insert(m_files.begin(), {whole, nullptr, {}, {}});
    if (m_files.size() > most)
        m_files.pop_back();
    remember();
}

void OwnFiles::forget(const QString &path)
{
    std::erase_if(m_files, [&](const OwnFile &file) { return file.path == path; });
    m_stamps.erase(path);
    m_taken.erase(path);
    m_watcher.removePath(path);
    remember();
    Q_EMIT changed();
}

void OwnFiles::put(const OwnFile &file)
{
    take(file, ++m_readings, false);
}

// A change by another program may have been read already and then been replaced by put(). So the
// file is compared with the stamp of our own writing, and read again if it differs.
void OwnFiles::noteWritten(const QString &path, const FileStamp &stamp)
{
    m_stamps[path] = stamp;
    m_later.start();
}

void OwnFiles::remember()
{
    QStringList paths;
    for (const OwnFile &file : m_files)
        paths << file.path;
    m_settings->setValue(settingsKey, paths);
}

void OwnFiles::read(const QString &path, bool asked)
{
    for (const QString &watched : {path, QFileInfo(path).absolutePath()}) {
        if (QFileInfo::exists(watched))
            m_watcher.addPath(watched);
    }
    m_stamps[path] = stampOf(path); // later changes are noticed by comparing with this
    const quint64 number = ++m_readings;
    const auto file = std::make_shared<OwnFile>();
    QThread *thread = QThread::create([path, file, load = m_load] {
        const auto scenario = load(path);
        file->path = path;
        file->source = scenario ? (*scenario)->source
                                : readBeginning(path, mostShownBytes).value_or(QByteArray());
        if (scenario)
            file->scenario = *scenario;
        else
            file->mistake = scenario.error().code == ErrorCode::BadInput
                ? scenario.error().detail
                : errorMessage(scenario.error(), {});
    });
    thread->setParent(this); // the remaining threads are deleted with this object
    m_reading << thread;
    connect(thread, &QThread::finished, this, [this, thread, file, number, asked] {
        m_reading.removeOne(thread);
        thread->deleteLater();
        take(*file, number, asked);
    });
    thread->start();
}

void OwnFiles::take(const OwnFile &file, quint64 number, bool asked)
{
    const auto known = std::find_if(m_files.begin(), m_files.end(),
        [&](const OwnFile &each) { return each.path == file.path; });
    if (known == m_files.end())
        return; // the file was forgotten meanwhile
    if (number > m_taken[file.path]) { // a slow thread may finish after one that began later
        m_taken[file.path] = number;
        *known = file;
        Q_EMIT changed();
    }
    if (asked)
        Q_EMIT opened(file.path);
}

void OwnFiles::lookAgain()
{
    for (const OwnFile &file : m_files) {
        if (stampOf(file.path) != m_stamps[file.path])
            read(file.path, false);
    }
}

} // namespace lockstep
