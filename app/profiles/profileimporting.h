#pragma once

#include "core/redis/profiles/profileimport.h"

#include <QObject>

class QWidget;

namespace lockstep {

// Lets the user choose a file with profiles, and shows what it adds before it is added.
class ProfileImporting : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // present: the profiles there are. parent: of the dialogs, which close with it.
    void chooseFile(const Profiles &present, QWidget *parent);

Q_SIGNALS:
    // The user wants these added. With the passwords of the file, which are for the keychain.
    void addRequested(const lockstep::Profiles &profiles);
    // Says which file is being read, or why nothing of it can be imported; empty: it was read.
    void said(const QString &sentence);

private:
    void read(const QString &file, const Profiles &present, QWidget *parent);
    void show(const QString &file, const ImportedProfiles &imported, const Profiles &present,
        QWidget *parent);

    int m_reading = 0; // the number of the last read(); what earlier ones find is ignored
};

} // namespace lockstep
