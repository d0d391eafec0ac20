#pragma once

#include <QDateTime>
#include <QString>

class QSettings;

namespace lockstep {

// Remembers when each profile was last opened on this machine. It is kept in the settings and not
// in the file of profiles, which people copy and compare.
class ProfileUses
{
public:
    // settings must outlive this.
    explicit ProfileUses(QSettings *settings);

    [[nodiscard]] QDateTime last(const QString &name) const; // invalid if it was never opened
    void note(const QString &name, const QDateTime &when);
    void rename(const QString &before, const QString &after);
    void forget(const QString &name);

private:
    QSettings *m_settings;
};

// A text: "opened today at 14:05", "opened on 2026-03-03", "never opened".
QString lastUseWords(const QDateTime &last, const QDateTime &now);

} // namespace lockstep
