// The file is read on a thread of its own, because a disk may be slow, or be another machine's. The
// thread is not waited for: it may outlive this object.

#include "app/profiles/profileimporting.h"

#include "app/profiles/profileexchange.h"
#include "core/redis/threads/runonthread.h"
#include "ui/connect/importdialog.h"
#include "ui/text/errormessage.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>

namespace lockstep {

void ProfileImporting::chooseFile(const Profiles &present, QWidget *parent)
{
    auto *dialog = new QFileDialog(parent, tr("Import profiles"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Profiles and addresses (*.json *.txt)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, present, parent](const QString &file) { read(file, present, parent); });
    dialog->open();
}

void ProfileImporting::read(const QString &file, const Profiles &present, QWidget *parent)
{
    using Answer = tl::expected<ImportedProfiles, QString>;
    const int number = ++m_reading;
    const auto readFile = [file]() -> Answer {
        // Nobody could end the wait for a pipe to which nobody writes.
        if (const QFileInfo chosen(file); chosen.exists() && !chosen.isFile())
            return tl::unexpected(tr("%1 is no file that can be read as a whole, but a pipe or a "
                                     "device. Nothing was imported.")
                                      .arg(foreignWords(file)));
        // The environment is chosen after the file has been read.
        return readImportFile(file, Environment::Development);
    };
    const auto showAnswer = [this, number, file, present, stillOpen = QPointer<QWidget>(parent)](
                                const Answer &answer) {
        if (number != m_reading || !stillOpen) // or another file was chosen meanwhile
            return;
        if (!answer)
            return Q_EMIT said(answer.error());
        Q_EMIT said({});
        show(file, *answer, present, stillOpen);
    };
    Q_EMIT said(tr("Reading %1 …").arg(foreignWords(file)));
    runOnThread(this, readFile, showAnswer);
}

void ProfileImporting::show(
    const QString &file, const ImportedProfiles &imported, const Profiles &present, QWidget *parent)
{
    SortedImport sorted = sortImport(present, imported.profiles);
    auto *dialog = new ImportDialog({file, std::move(sorted.added), std::move(sorted.present),
                                        imported.remarks, imported.saysEnvironment},
        parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::addRequested, this, &ProfileImporting::addRequested);
    dialog->open();
}

} // namespace lockstep
