#include "app/profiles/profileimporting.h"

#include "app/profiles/profileexchange.h"
#include "ui/connect/importdialog.h"

#include <QFileDialog>

namespace lockstep {

void ProfileImporting::chooseFile(const Profiles &present, QWidget *parent)
{
    auto *dialog = new QFileDialog(parent, tr("Import profiles"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Profiles and addresses (*.json *.txt)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, present, parent](const QString &file) { show(file, present, parent); });
    dialog->open();
}

void ProfileImporting::show(const QString &file, const Profiles &present, QWidget *parent)
{
    // The environment is chosen after the file has been read.
    const auto imported = readImportFile(file, Environment::Development);
    if (!imported)
        return Q_EMIT failed(imported.error());
    SortedImport sorted = sortImport(present, imported->profiles);
    auto *dialog = new ImportDialog({file, std::move(sorted.added), std::move(sorted.present),
                                        imported->remarks, imported->saysEnvironment},
        parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::addRequested, this, &ProfileImporting::addRequested);
    dialog->open();
}

} // namespace lockstep
