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

// Makes a filter word that matches a holder of exactly this name. A double quote would end the
// word, so such a name is a pattern in which the character that matches any stands for the quote.
QString exactWord(const QString &name)
{
    if (!name.contains(u'"'))
        return QStringLiteral("\"holder=%1\"").arg(name);
    static const QString special = QStringLiteral("*?[]\\");
    QString pattern;
    for (const QChar c : name) {
        if (special.contains(c))
            pattern += u'\\';
        pattern += c == u'"' ? QChar(u'?') : c;
    }
    return QStringLiteral("\"holder:%1\"").arg(pattern);
}

bool hasName(const Holder &holder, const KeyFilter &pattern)
{
    return pattern.matches(holder.token) || pattern.matches(holder.host.toUtf8())
        || pattern.matches(holder.process.toUtf8()) || pattern.matches(holder.thread.toUtf8());
}

bool hasExactName(const Holder &holder, const QString &name)
{
    return holder.token == name.toUtf8() || holder.host == name || holder.process == name
        || holder.thread == name;
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
        std::pair(QStringLiteral("holder="), About::ExactHolder),
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
        return item.reading.holder && hasName(*item.reading.holder, word.pattern);
    case About::ExactHolder:
        return item.reading.holder && hasExactName(*item.reading.holder, word.text);
    }
    return false;
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
    for (const QString &name : {QString(holder.host), QString(holder.process)}) {
        if (!name.isEmpty())
            words << exactWord(name);
    }
    if (words.isEmpty() && holder.token.isValidUtf8() && !holder.token.isEmpty())
        words << exactWord(QString::fromUtf8(holder.token));
    return words.join(u' ');
}

} // namespace lockstep
