#include "ui/connect/profileuses.h"

#include "core/redis/identity/settingsturn.h"

#include <QCoreApplication>
#include <QSettings>

namespace lockstep {

namespace {

const QString usesKey = QStringLiteral("profileUses");

class ProfileUseWords
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ProfileUses)
};

} // namespace

ProfileUses::ProfileUses(QSettings *settings)
    : m_settings(settings)
{
}

QDateTime ProfileUses::last(const QString &name) const
{
    m_settings->sync(); // another window may have opened it
    return QDateTime::fromString(
        m_settings->value(usesKey).toMap().value(name.toLower()).toString(), Qt::ISODate);
}

void ProfileUses::note(const QString &name, const QDateTime &when)
{
    const SettingsTurn turn(m_settings);
    QVariantMap uses = m_settings->value(usesKey).toMap();
    uses.insert(name.toLower(), when.toUTC().toString(Qt::ISODate));
    m_settings->setValue(usesKey, uses);
}

void ProfileUses::rename(const QString &before, const QString &after)
{
    const QDateTime when = last(before);
    forget(before);
    if (when.isValid())
        note(after, when);
}

void ProfileUses::forget(const QString &name)
{
    const SettingsTurn turn(m_settings);
    QVariantMap uses = m_settings->value(usesKey).toMap();
    if (uses.remove(name.toLower()) > 0)
        m_settings->setValue(usesKey, uses);
}

QString lastUseWords(const QDateTime &last, const QDateTime &now)
{
    if (!last.isValid())
        return ProfileUseWords::tr("never opened");
    const QDate day = last.toLocalTime().date();
    const qint64 days = day.daysTo(now.toLocalTime().date());
    const QString time = last.toLocalTime().toString(QStringLiteral("HH:mm"));
    if (days == 0)
        return ProfileUseWords::tr("opened today at %1").arg(time);
    if (days == 1)
        return ProfileUseWords::tr("opened yesterday at %1").arg(time);
    return ProfileUseWords::tr("opened on %1").arg(day.toString(Qt::ISODate));
}

} // namespace lockstep
