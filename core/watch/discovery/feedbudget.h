#pragma once

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace lockstep {

// Which names the server announces to a change feed, and what that may cost: all names under the
// prefix that is watched while that is affordable, else those under a few prefixes, else none.
//
// What costs are idle names, those that lead neither to a reading nor to a new object. Each costs
// the server as much as three or four small commands, most of it for writing to us in a turn of its
// loop in which it would not have written.
class FeedBudget
{
public:
    static constexpr std::size_t mostPrefixes = 64;
    static constexpr int secondsUntilExceeded = 2;
    // How many idle names a second are affordable for each command a second that the server
    // executes for others, and how many are on a server that executes next to none.
    struct Rate
    {
        double namesPerCommand = 0;
        double least = 0;
    };
    static constexpr Rate ofTracking{0.02, 50};
    // Notifications are given up as a whole, and for good: so not before they are many.
    static constexpr Rate ofNotifications{0.1, 250};

    // prefix: of all names that are watched. mostNames: idle names a second that are affordable at
    // the most, however much the server does.
    FeedBudget(QByteArray prefix, int mostNames);

    // The fallback is called when announcing all names costs too much, and returns the prefixes
    // that are announced in their place: at most `most`, and none of them a prefix of another.
    using Fallback = std::function<std::vector<QByteArray>(std::size_t most)>;
    void setFallback(Fallback fallback) { m_fallback = std::move(fallback); }
    // Commands a second that the server executes for others; nothing: it does not tell.
    void setServerLoad(std::optional<double> commandsPerSecond, const Rate &rate);

    void reset(); // all names are announced again, at the largest budget
    void announceAll();
    void dropAll();
    // Announces fewer names: the fallback's prefixes instead of all names, or, if there are
    // prefixes already, all but the one under which most idle names were announced.
    void dropBusiest();

    // Adds idle names to the prefix of this name; a message of the server names keys of one prefix
    // only. names: how many; negative to take back names that were not idle after all.
    void noteIdle(const QByteArray &name, qint64 names);
    void startCounting(); // forgets what was counted so far
    // Called once a second. Returns true if too many idle names were announced for some seconds in
    // a row.
    [[nodiscard]] bool endSecond();

    [[nodiscard]] bool announcesAll() const
    {
        return m_announced.size() == 1 && m_announced.front().prefix == m_prefix;
    }
    // One empty prefix: all names of the server are announced; no prefix: no name is.
    [[nodiscard]] std::vector<QByteArray> prefixes() const;
    // Patterns of the names that are not announced, because that costs too much; "*": all names.
    [[nodiscard]] const QStringList &dropped() const { return m_dropped; }

private:
    struct Announced
    {
        QByteArray prefix;
        qint64 idleNames = 0; // in this second
    };

    void drop(const QByteArray &prefix) { m_dropped.append(QString::fromUtf8(prefix) + u'*'); }

    QByteArray m_prefix;
    int m_mostNames;
    int m_namesPerSecond; // what is affordable at present
    std::vector<Announced> m_announced;
    QStringList m_dropped;
    Fallback m_fallback;
    qint64 m_idleNames = 0; // in this second, under all prefixes together
    int m_secondsOver = 0; // seconds in a row that were over the budget
};

} // namespace lockstep
