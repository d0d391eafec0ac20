#pragma once

#include <QLockFile>

class QSettings;

namespace lockstep {

// The time in which one of several programs changes the settings that they share: it sees what the
// others have written before, and none of them changes anything meanwhile. Without that, of two
// windows that are opened at the same time, each would write back the list that it has read, and
// one would lose what the other has added. If another program does not end its turn within a
// second, or no file can be made beside the settings, it goes on all the same.
class SettingsTurn
{
public:
    explicit SettingsTurn(QSettings *settings); // settings must outlive this
    ~SettingsTurn(); // writes what was changed
    Q_DISABLE_COPY_MOVE(SettingsTurn)

private:
    QSettings *m_settings;
    QLockFile m_lock; // not the one by which QSettings itself locks the file while it writes
};

} // namespace lockstep
