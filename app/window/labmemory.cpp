// A file that cannot be read is put aside, never overwritten: somebody may want to mend it.

#include "app/window/labmemory.h"

#include "core/lab/json/keptlabjson.h"
#include "ui/lab/step/stepcontroller.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>

namespace lockstep {

namespace {

constexpr qint64 mostBytes = 16 * 1024 * 1024;

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
    QString problem = file.open(QIODevice::ReadOnly) ? QString() : file.errorString();
    if (problem.isEmpty() && file.size() > mostBytes)
        problem = tr("it is too large");
    QJsonParseError mistake;
    const auto document =
        problem.isEmpty() ? QJsonDocument::fromJson(file.readAll(), &mistake) : QJsonDocument();
    if (problem.isEmpty() && mistake.error != QJsonParseError::NoError)
        problem = mistake.errorString();
    if (problem.isEmpty() && !document.object()[QLatin1String("scenarios")].isObject())
        problem = tr("it is not such a file");
    if (problem.isEmpty()) {
        if (auto lab = keptLabFromJson(document.object())) {
            m_saved = *lab;
            return m_stepping->restore(m_saved);
        } else {
            problem = lab.error().detail;
        }
    }
    const QString aside = m_file + QStringLiteral(".unreadable");
    QFile::remove(aside);
    file.close();
    QFile::rename(m_file, aside);
    tell(tr(
        "The stepped runs of the last session cannot be read (%1). Their file was put aside as %2.")
             .arg(problem, aside));
}

// The page has to be there first.
void LabMemory::tell(const QString &sentence)
{
    QTimer::singleShot(
        0, m_stepping, [stepping = m_stepping, sentence] { Q_EMIT stepping->halted(sentence); });
}

void LabMemory::save()
{
    const KeptLab lab = m_stepping->kept();
    if (lab == m_saved)
        return;
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    const QByteArray text = QJsonDocument(keptLabToJson(lab)).toJson(QJsonDocument::Compact);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
        const QString sentence =
            tr("The stepped runs cannot be saved to %1: %2").arg(m_file, file.errorString());
        if (std::exchange(m_complaint, sentence) != sentence) // it is tried again with each change
            Q_EMIT m_stepping->halted(sentence);
        return;
    }
    m_complaint.clear();
    m_saved = lab;
}

} // namespace lockstep
