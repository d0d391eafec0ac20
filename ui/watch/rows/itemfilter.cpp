// Keys are full of colons, so only known words have a meaning before their colon: lock:order:7 is
// still a key. States are named as in the JSON, and the beginning of a name is enough.

#include "ui/watch/rows/itemfilter.h"

#include "core/watch/snapshot/jsonids.h"
#include "core/watch/snapshot/problem.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::ItemFilter)
};

QStringList stateNames()
{
    QStringList names;
    for (const LockState state : allLockStates)
        names << lockStateId(state);
    for (const BucketState state : allBucketStates)
        names << bucketStateId(state);
    names.removeDuplicates(); // both families have the state immortal
    return names;
}

QStringList problemNames()
{
    QStringList names;
    for (const ProblemKind kind : allProblemKinds)
        names << problemId(kind);
    return names;
}

bool isAnyOf(const QStringList &names, const QString &beginning)
{
    return std::any_of(names.begin(), names.end(), [&beginning](const QString &name) {
        return name.startsWith(beginning, Qt::CaseInsensitive);
    });
}

bool hasProblem(const Item &item, const QString &beginning, Instant now)
{
    const ProblemKinds kinds = problemsOf(item, now);
    for (int bit = 1; bit <= int(kinds.toInt()); bit <<= 1) {
        if (kinds.testFlag(ProblemKind(bit))
            && problemId(ProblemKind(bit)).startsWith(beginning, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

QString stateOf(const Item &item, Instant now)
{
    if (!item.format)
        return {};
    switch (item.format->family()) {
    case Family::Lock:
        return lockStateId(lockState(item, now));
    case Family::Bucket:
        return bucketStateId(bucketState(item));
    case Family::Counter:
        break;
    }
    return {};
}

// Makes a filter word in which every character stands for itself. A double quote would end the
// word, so it is replaced by the pattern character that matches any.
QString asLiteral(const QString &text)
{
    static const QString special = QStringLiteral("*?[]\\");
    const bool needsPattern = std::any_of(text.begin(), text.end(),
        [](QChar c) { return c == u'"' || c == u'*' || c == u'?' || c == u'['; });
    if (!needsPattern)
        return text;
    QString pattern = QStringLiteral("*");
    for (const QChar c : text) {
        if (c == u'"')
            pattern += u'?';
        else if (special.contains(c))
            pattern += QStringLiteral("\\") + c;
        else
            pattern += c;
    }
    return pattern + u'*';
}

QStringList split(const QString &text)
{
    QStringList words;
    QString word;
    bool quoted = false;
    bool any = false;
    for (const QChar c : text) {
        if (c == u'"') {
            quoted = !quoted;
            any = true;
        } else if (c.isSpace() && !quoted) {
            if (any)
                words << word;
            word.clear();
            any = false;
        } else {
            word += c;
            any = true;
        }
    }
    if (any)
        words << word;
    words.removeAll(QString());
    return words;
}

} // namespace

ItemFilter::ItemFilter(const QString &text)
{
    for (const QString &word : split(text))
        add(word);
}

void ItemFilter::add(const QString &word)
{
    static const std::array asked{std::pair(QStringLiteral("state:"), About::State),
        std::pair(QStringLiteral("problem:"), About::Problem),
        std::pair(QStringLiteral("holder:"), About::Holder),
        std::pair(QStringLiteral("library:"), About::Library)};
    for (const auto &[name, about] : asked) {
        if (!word.startsWith(name, Qt::CaseInsensitive))
            continue;
        const QString text = word.sliced(name.size());
        if (text.isEmpty())
            return; // the word is still being typed
        if (about == About::State && !isAnyOf(stateNames(), text))
            m_trouble = Words::tr("There is no state “%1”. The states are %2.")
                            .arg(text, stateNames().join(QStringLiteral(", ")));
        if (about == About::Problem && !isAnyOf(problemNames(), text))
            m_trouble = Words::tr("There is no problem “%1”. The problems are %2.")
                            .arg(text, problemNames().join(QStringLiteral(", ")));
        m_words.push_back({about, text, KeyFilter(text)});
        return;
    }
    m_words.push_back({About::Key, word, KeyFilter(word)});
}

bool ItemFilter::matches(const Item &item, Instant now) const
{
    return m_trouble.isEmpty()
        && std::all_of(m_words.begin(), m_words.end(),
            [&](const Word &word) { return matches(word, item, now); });
}

bool ItemFilter::matches(const Word &word, const Item &item, Instant now)
{
    switch (word.about) {
    case About::Key:
        return word.pattern.matches(item.key)
            || (!item.name.isEmpty() && word.pattern.matches(item.name.toUtf8()));
    case About::State:
        return stateOf(item, now).startsWith(word.text, Qt::CaseInsensitive);
    case About::Problem:
        return hasProblem(item, word.text, now);
    case About::Library:
        return item.format && word.pattern.matches(item.format->library().toUtf8());
    case About::Holder:
        break;
    }
    if (!item.reading.holder)
        return false;
    const Holder &holder = *item.reading.holder;
    return word.pattern.matches(holder.token) || word.pattern.matches(holder.host.toUtf8())
        || word.pattern.matches(holder.process.toUtf8())
        || word.pattern.matches(holder.thread.toUtf8());
}

bool ItemFilter::dependsOnTime() const
{
    return std::any_of(m_words.begin(), m_words.end(), [](const Word &word) {
        return word.about == About::State || word.about == About::Problem;
    });
}

QString ItemFilter::keyWords() const
{
    QStringList words;
    for (const Word &word : m_words) {
        if (word.about == About::Key)
            words << word.text;
    }
    return words.join(u' ');
}

QString filterFor(const Holder &holder)
{
    QStringList words;
    const auto add = [&words](const QString &text) {
        if (!text.isEmpty())
            words << QStringLiteral("\"holder:%1\"").arg(asLiteral(text));
    };
    add(holder.host);
    add(holder.process);
    if (words.isEmpty() && holder.token.isValidUtf8())
        add(QString::fromUtf8(holder.token));
    return words.join(u' ');
}

} // namespace lockstep
