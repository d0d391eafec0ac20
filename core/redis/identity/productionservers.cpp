// The marks have a file of their own beside the settings, because settings that cannot be read look
// like settings in which there is nothing. A mark is the names of its server, each on a line of its
// own; an empty line ends it. Earlier versions kept the marks in the settings, which are read until
// a mark is written. If the file cannot be read, every server counts as marked; if it cannot be
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

using NamesOfMarks = QList<ServerNames>;

// The marks that could not be written, by the file.
class UnwrittenMarks
{
public:
    static NamesOfMarks of(const QString &file)
    {
        const std::scoped_lock lock(s_mutex);
        return s_marks.value(file);
    }

    static void replace(const QString &file, const NamesOfMarks &marks)
    {
        const std::scoped_lock lock(s_mutex);
        s_marks.insert(file, marks);
    }

private:
    static inline std::mutex s_mutex; // windows and their workers look at marks
    static inline QHash<QString, NamesOfMarks> s_marks;
};

class Marks
{
public:
    explicit Marks(QSettings *settings)
        : m_settings(settings)
        , m_file(settings->fileName() + QStringLiteral(".production"))
        , m_marks(UnwrittenMarks::of(m_file.path()))
        , m_unwritten(m_marks.size())
    {
        take(settings->value(earlierKey).toStringList());
        if (const auto contents = m_file.read())
            take(QString::fromUtf8(contents->value_or(QByteArray()))
                     .split(QStringLiteral("\n\n"), Qt::SkipEmptyParts));
        else
            m_trouble = contents.error();
    }

    // Why the marks cannot be read, if that is so.
    [[nodiscard]] const std::optional<Error> &trouble() const { return m_trouble; }

    [[nodiscard]] bool isEmpty() const { return m_marks.isEmpty() && !m_trouble; }

    // The index of the mark of exactly this server (not of a replica or copy); -1 if there is none.
    [[nodiscard]] qsizetype of(const Endpoint &endpoint, const ServerIdentity &identity) const
    {
        for (qsizetype i = 0; i < m_marks.size(); ++i) {
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

    Result<void> put(qsizetype mark, const Endpoint &endpoint, const ServerIdentity &identity)
    {
        const bool areAllWritten = m_unwritten == 0 && !m_settings->contains(earlierKey);
        const bool wasUnwritten = mark >= 0 && mark < m_unwritten;
        ServerNames names = mark < 0 ? ServerNames() : m_marks.takeAt(mark);
        const bool isNews = names.learn(endpoint, identity, earlierIds);
        if (!isNews && areAllWritten)
            return {};
        m_marks.insert(isNews || wasUnwritten ? 0 : m_marks.size(), names);
        m_unwritten += isNews && !wasUnwritten ? 1 : 0;
        const Result<void> written = write();
        if (!written)
            UnwrittenMarks::replace(m_file.path(), m_marks.first(m_unwritten));
        return written;
    }

    Result<void> remove(qsizetype mark)
    {
        m_marks.removeAt(mark);
        return write();
    }

private:
    // Leaves out those that are known with as many names or more.
    void take(const QStringList &texts)
    {
        for (const QString &text : texts) {
            const ServerNames names(text.split(QLatin1Char('\n'), Qt::SkipEmptyParts));
            if (std::none_of(m_marks.begin(), m_marks.end(),
                    [&names](const ServerNames &mark) { return mark.containAll(names); }))
                m_marks << names;
        }
    }

    Result<void> write()
    {
        if (m_trouble)
            return tl::unexpected(*m_trouble);
        QStringList texts;
        for (const ServerNames &mark : std::as_const(m_marks))
            texts << mark.names().join(QLatin1Char('\n'));
        const auto replaced = m_file.replace(texts.join(QStringLiteral("\n\n")).toUtf8());
        if (!replaced || !*replaced)
            return failure(ErrorCode::BadInput,
                CoreText::tr("Cannot write %1")
                    .arg(replaced
                            ? CoreText::tr("%1: another program is writing it").arg(m_file.path())
                            : replaced.error().detail));
        UnwrittenMarks::replace(m_file.path(), {});
        m_settings->remove(earlierKey);
        return {};
    }

    QSettings *m_settings;
    UserFile m_file;
    NamesOfMarks m_marks;
    qsizetype m_unwritten; // so many of the first marks were not written
    std::optional<Error> m_trouble; // why the file cannot be read
};

} // namespace

ProductionServers::ProductionServers(QSettings *settings)
    : m_settings(settings)
{
}

bool ProductionServers::isEmpty() const
{
    m_settings->sync();
    return Marks(m_settings).isEmpty();
}

bool ProductionServers::contains(const Endpoint &endpoint) const
{
    return contains(endpoint, {});
}

bool ProductionServers::contains(const Endpoint &endpoint, const ServerIdentity &identity) const
{
    m_settings->sync();
    const Marks marks(m_settings);
    return marks.trouble() || marks.of(endpoint, identity) >= 0 || marks.haveDataOf(identity);
}

Error ProductionServers::refusal() const
{
    const auto trouble = Marks(m_settings).trouble();
    if (!trouble)
        return {ErrorCode::ProductionServer, {}};
    return {ErrorCode::BadInput,
        CoreText::tr("It cannot be read which servers are production, so each counts as one: %1")
            .arg(trouble->detail)};
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
    for (qsizetype mark = marks.of(endpoint, identity); mark >= 0 && removed;
         mark = marks.of(endpoint, identity))
        removed = marks.remove(mark);
    return removed;
}

bool ProductionServers::recognise(const Endpoint &endpoint, const ServerIdentity &identity)
{
    const SettingsTurn turn(m_settings);
    Marks marks(m_settings);
    const qsizetype mark = marks.of(endpoint, identity);
    if (mark >= 0) // it is production, whether or not its new names can be written down
        (void)marks.put(mark, endpoint, identity);
    return mark >= 0 || marks.trouble() || marks.haveDataOf(identity);
}

} // namespace lockstep
