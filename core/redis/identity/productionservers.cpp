// One text of the settings is one mark: the names of the server, each on a line of its own. Older
// settings have marks of a single line.
//
// Whoever comes by a name of the mark teaches it the others. By the data alone nothing is learnt: a
// copy of it on another server may not become a name of the marked one. An address may lead to
// another server than before (a tunnel's port), so what was learnt of the earlier one is kept: too
// much is marked then, rather than too little.
//
// Several windows and command lines share the settings. What is asked is asked of what the others
// have written until now, and what is changed is changed in a turn of one's own, so that no mark of
// theirs is lost.

#include "core/redis/identity/productionservers.h"

#include "core/redis/identity/servernames.h"
#include "core/redis/identity/settingsturn.h"

#include <QSettings>

#include <algorithm>

namespace lockstep {

namespace {

const QString settingsKey = QStringLiteral("productionServers");

constexpr qsizetype earlierIds = 64; // a restart makes two or three new ones

class Marks
{
public:
    explicit Marks(QSettings *settings)
        : m_settings(settings)
    {
        const QStringList texts = settings->value(settingsKey).toStringList();
        for (const QString &text : texts)
            m_marks << ServerNames(text.split(QLatin1Char('\n'), Qt::SkipEmptyParts));
    }

    // The index of the mark of exactly this server (not of a replica or copy); -1 if there is none.
    [[nodiscard]] int of(const Endpoint &endpoint, const ServerIdentity &identity) const
    {
        for (int i = 0; i < m_marks.size(); ++i) {
            if (m_marks.at(i).containServer(endpoint, identity))
                return i;
        }
        return -1;
    }

    [[nodiscard]] bool haveDataOf(const ServerIdentity &identity) const
    {
        return std::any_of(m_marks.begin(), m_marks.end(),
            [&identity](const ServerNames &mark) { return mark.containData(identity); });
    }

    void put(int mark, const Endpoint &endpoint, const ServerIdentity &identity)
    {
        ServerNames names = mark < 0 ? ServerNames() : m_marks.takeAt(mark);
        const bool isNews = names.learn(endpoint, identity, earlierIds);
        m_marks << names;
        if (isNews)
            write();
    }

    void remove(int mark)
    {
        m_marks.removeAt(mark);
        write();
    }

private:
    void write()
    {
        QStringList texts;
        for (const ServerNames &mark : m_marks)
            texts << mark.names().join(QLatin1Char('\n'));
        m_settings->setValue(settingsKey, texts);
    }

    QSettings *m_settings;
    QList<ServerNames> m_marks;
};

} // namespace

ProductionServers::ProductionServers(QSettings *settings)
    : m_settings(settings)
{
}

bool ProductionServers::contains(const Endpoint &endpoint) const
{
    return contains(endpoint, {});
}

bool ProductionServers::contains(const Endpoint &endpoint, const ServerIdentity &identity) const
{
    m_settings->sync();
    const Marks marks(m_settings);
    return marks.of(endpoint, identity) >= 0 || marks.haveDataOf(identity);
}

void ProductionServers::mark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    marks.put(marks.of(endpoint, identity), endpoint, identity);
}

void ProductionServers::unmark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    for (int mark = marks.of(endpoint, identity); mark >= 0; mark = marks.of(endpoint, identity))
        marks.remove(mark);
}

bool ProductionServers::recognise(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    const int mark = marks.of(endpoint, identity);
    if (mark >= 0)
        marks.put(mark, endpoint, identity);
    return mark >= 0 || marks.haveDataOf(identity);
}

} // namespace lockstep
