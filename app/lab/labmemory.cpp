// Saves and restores the lab. A file that cannot be read is renamed, never overwritten, because
// somebody may want to repair it.

#include "app/lab/labmemory.h"

#include "core/lab/json/keptlabjson.h"
#include "ui/lab/step/stepcontroller.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>
#include <QSaveFile>

namespace lockstep {

namespace {

constexpr qint64 mostBytes = 16 * 1024 * 1024;
// How long to wait for another window; without the lock it is saved anyway.
constexpr int longestLockMs = 1000;

} // namespace

LabMemory::LabMemory(const QString &file, StepController *stepping, QObject *parent)
    : QObject(parent)
    , m_file(file)
    , m_stepping(stepping)
{
    m_saving.setSingleShot(true);
    m_saving.setInterval(std::chrono::seconds(1));
    connect(&m_saving, &QTimer::timeout, this, &LabMemory::save);
    load();
    connect(stepping, &StepController::changed, this, [this] {
        if (!m_saving.isActive())
            m_saving.start();
    });
}

LabMemory::~LabMemory()
{
    save();
}

void LabMemory::load()
{
    QFile file(m_file);
    if (!file.exists())
        return;
    Saying problem;
    if (!file.open(QIODevice::ReadOnly))
        problem = [reason = file.errorString()] { return reason; };
    else if (file.size() > mostBytes)
        problem = [] { return tr("it is too large"); };
    QJsonParseError mistake;
    const auto document =
        problem ? QJsonDocument() : QJsonDocument::fromJson(file.readAll(), &mistake);
    if (!problem && mistake.error != QJsonParseError::NoError)
        problem = [mistake] { return mistake.errorString(); };
    if (!problem && !document.object()[QLatin1String("scenarios")].isObject())
        problem = [] { return tr("it is not such a file"); };
    if (!problem) {
        if (auto lab = keptLabFromJson(document.object())) {
            m_saved = *lab;
            return m_stepping->restore(m_saved);
        } else {
            problem = [detail = lab.error().detail] { return detail; };
        }
    }
    const QString aside = m_file + QStringLiteral(".unreadable");
    QFile::remove(aside);
    file.close();
    QFile::rename(m_file, aside);
    showMessage([problem, aside] {
        return tr("The stepped runs of the last session cannot be read (%1). Their file was put "
                  "aside as %2.")
            .arg(problem(), aside);
    });
}

// Shows a message on the Lab page. Deferred, because at the start the page does not exist yet.
void LabMemory::showMessage(const Saying &sentence)
{
    QTimer::singleShot(
        0, m_stepping, [stepping = m_stepping, sentence] { Q_EMIT stepping->halted(sentence); });
}

// Merges what another window has saved meanwhile: its version counts for scenarios that were not
// changed in this window.
KeptLab LabMemory::mergedWithFile(const KeptLab &ours) const
{
    KeptLab all;
    QFile file(m_file);
    if (file.size() <= mostBytes && file.open(QIODevice::ReadOnly)) {
        if (auto theirs = keptLabFromJson(QJsonDocument::fromJson(file.readAll()).object()))
            all = std::move(*theirs);
    }
    const auto of = [](const KeptLab &lab, const QString &key) {
        const auto found = lab.find(key);
        return found == lab.end() ? KeptScenario() : found->second;
    };
    for (const auto &[key, kept] : ours) {
        if (kept != of(m_saved, key))
            all[key] = kept;
    }
    for (const auto &[key, kept] : m_saved) {
        if (!ours.contains(key))
            all.erase(key);
    }
    return all;
}

void LabMemory::save()
{
    const KeptLab lab = m_stepping->kept();
    if (lab == m_saved)
        return;
    QDir().mkpath(QFileInfo(m_file).path());
    QLockFile lock(m_file + QStringLiteral(".lock"));
    lock.tryLock(longestLockMs);
    QSaveFile file(m_file);
    const QByteArray text =
        QJsonDocument(keptLabToJson(mergedWithFile(lab))).toJson(QJsonDocument::Compact);
    // Unbuffered, because QSaveFile does not notice that a full disk has not taken its buffer.
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) || file.write(text) != text.size()
        || !file.commit()) {
        const QString reason = file.errorString();
        // Said once, though each change tries again.
        if (std::exchange(m_lastFailure, reason) != reason)
            Q_EMIT m_stepping->halted([path = m_file, reason] {
                return tr("The stepped runs cannot be saved to %1: %2").arg(path, reason);
            });
        return;
    }
    m_lastFailure.clear();
    m_saved = lab;
}

} // namespace lockstep
