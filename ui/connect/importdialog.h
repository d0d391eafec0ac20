#pragma once

#include "core/redis/profiles/profile.h"

#include <QDialog>
#include <QStringList>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace lockstep {

// Shows what a file of profiles adds, what it does not and why, before anything is added. Where the
// file does not say what its servers are used for, the user has to.
class ImportDialog : public QDialog
{
    Q_OBJECT

public:
    struct Preview
    {
        QString file;
        Profiles added, present; // see SortedImport
        QStringList remarks; // see ImportedProfiles
        bool saysEnvironment = false;
    };

    explicit ImportDialog(Preview preview, QWidget *parent = nullptr);

Q_SIGNALS:
    // The user wants them. With the environment that was chosen, where the file did not say one.
    void addRequested(const lockstep::Profiles &profiles);

private:
    void fillList();
    void layOut();
    [[nodiscard]] Profiles chosenProfiles() const;

    Preview m_preview;
    QComboBox *m_environment;
    QPlainTextEdit *m_list;
    QPushButton *m_add = nullptr;
};

} // namespace lockstep
