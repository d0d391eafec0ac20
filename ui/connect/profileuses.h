#pragma once

#include <QDateTime>
#include <QString>

class QSettings;

namespace lockstep {

// When each profile was last opened in a window of this machine. Kept in the settings and not in
// the file of the profiles, which people copy and compare.
class ProfileUses
{
public:
    // settings: outlives this.
    explicit ProfileUses(QSettings *settings);

    [[nodiscard]] QDateTime last(const QString &name) const; // invalid: never
    void note(const QString &name, const QDateTime &when);
    void rename(const QString &before, const QString &after);
    void forget(const QString &name);

private:
    QSettings *m_settings;
};

// "opened today at 14:05", "opened on 2026-03-03", "never opened".
QString lastUseWords(const QDateTime &last, const QDateTime &now);

} // namespace lockstep
