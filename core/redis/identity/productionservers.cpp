// The marks have a file of their own beside the settings, because QSettings replaces its file by an
// empty one where the disk is full. A mark is the names of its server, each on a line of its own;
// an empty line ends it. Earlier versions kept the marks in the settings, which are read until a
// mark is written. If the file cannot be read, every server counts as marked; if it cannot be
// written, the mark holds for this process at least.
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
#include "core/redis/values/coretext.h"
#include "core/redis/values/userfile.h"

#include <QHash>
#include <QSettings>

#include <algorithm>
#include <mutex>
#include <utility>

namespace lockstep {

namespace {

const QString earlierKey = QStringLiteral("productionServers");

constexpr qsizetype earlierIds = 64; // a restart makes two or three new ones

// By the file: the marks that could not be written there.
class UnwrittenMarks
{
public:
    static QStringList of(const QString &file)
    {
        const std::scoped_lock lock(s_mutex);
        return s_texts.value(file);
    }

    static void replace(const QString &file, const QStringList &texts)
    {
        const std::scoped_lock lock(s_mutex);
        s_texts.insert(file, texts);
    }

private:
    static inline std::mutex s_mutex; // windows and their workers look at marks
    static inline QHash<QString, QStringList> s_texts;
};

class Marks
{
public:
    explicit Marks(QSettings *settings)
        : m_settings(settings)
        , m_file(settings->fileName() + QStringLiteral(".production"))
    {
        QStringList texts =
            settings->value(earlierKey).toStringList() + UnwrittenMarks::of(m_file.path());
        if (const auto contents = m_file.read())
            texts += QString::fromUtf8(contents->value_or(QByteArray()))
                         .split(QStringLiteral("\n\n"), Qt::SkipEmptyParts);
        texts.removeDuplicates(); // some of those that could not be written are in the file, too
        for (const QString &text : std::as_const(texts))
            m_marks << ServerNames(text.split(QLatin1Char('\n'), Qt::SkipEmptyParts));
    }

    [[nodiscard]] bool areUnreadable() const { return !m_file.contents(); }

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

    Result<void> put(int mark, const Endpoint &endpoint, const ServerIdentity &identity)
    {
        ServerNames names = mark < 0 ? ServerNames() : m_marks.takeAt(mark);
        const bool isNews = names.learn(endpoint, identity, earlierIds);
        m_marks << names;
        const Result<void> written = isNews ? write() : Result<void>();
        if (!written)
            UnwrittenMarks::replace(m_file.path(), texts());
        return written;
    }

    Result<void> remove(int mark)
    {
        m_marks.removeAt(mark);
        return write();
    }

private:
    Result<void> write()
    {
        const QString text = texts().join(QStringLiteral("\n\n")) + QLatin1Char('\n');
        const auto replaced = m_file.replace(text.toUtf8());
        if (!replaced)
            return tl::unexpected(replaced.error());
        if (!*replaced)
            return failure(ErrorCode::FileUnreadable,
                CoreText::tr("%1: another program is writing it").arg(m_file.path()));
        UnwrittenMarks::replace(m_file.path(), {});
        m_settings->remove(earlierKey);
        return {};
    }

    [[nodiscard]] QStringList texts() const
    {
        QStringList texts;
        for (const ServerNames &mark : m_marks)
            texts << mark.names().join(QLatin1Char('\n'));
        return texts;
    }

    QSettings *m_settings;
    UserFile m_file;
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
    return marks.areUnreadable() || marks.of(endpoint, identity) >= 0 || marks.haveDataOf(identity);
}

Result<void> ProductionServers::mark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    return marks.put(marks.of(endpoint, identity), endpoint, identity);
}

Result<void> ProductionServers::unmark(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    Result<void> removed;
    for (int mark = marks.of(endpoint, identity); mark >= 0 && removed;
         mark = marks.of(endpoint, identity))
        removed = marks.remove(mark);
    return removed;
}

bool ProductionServers::recognise(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    const int mark = marks.of(endpoint, identity);
    if (mark >= 0) // it is production, whether or not its new names can be written down
        (void)marks.put(mark, endpoint, identity);
    return mark >= 0 || marks.areUnreadable() || marks.haveDataOf(identity);
}

} // namespace lockstep
