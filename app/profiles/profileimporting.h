#pragma once

#include "core/redis/profiles/profile.h"

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
    void failed(const QString &sentence); // says why nothing of the file can be imported

private:
    void show(const QString &file, const Profiles &present, QWidget *parent);
};

} // namespace lockstep
