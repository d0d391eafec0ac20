#include "ui/watch/journal/journalfilter.h"

#include "ui/watch/journal/journalsentence.h"

#include <algorithm>
#include <cctype>

namespace lockstep {

namespace {

bool contains(QByteArrayView text, QByteArrayView part)
{
    const auto same = [](char a, char b) {
        return std::tolower(uchar(a)) == std::tolower(uchar(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool isHeldBy(const CowOptional<Holder> &holder, const QByteArray &token)
{
    return holder && holder->token == token;
}

} // namespace

JournalMatcher::JournalMatcher(const JournalFilter &filter)
    : m_filter(filter)
{
    const QStringList texts = filter.words.simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &text : texts) {
        Word word{text, text.toUtf8(), {}};
        for (const JournalEntry::Kind kind : allJournalKinds) {
            if (journalKind(kind).contains(text, Qt::CaseInsensitive))
                word.kinds.insert(kind);
        }
        m_words.push_back(std::move(word));
    }
}

bool JournalMatcher::matches(const JournalEntry &entry) const
{
    if (!m_filter.kinds.empty() && !m_filter.kinds.contains(entry.kind))
        return false;
    if ((m_filter.from && entry.at < *m_filter.from) || (m_filter.to && entry.at > *m_filter.to))
        return false;
    if (entry.key.isEmpty())
        return true;
    if (m_filter.key && entry.key != *m_filter.key)
        return false;
    if (m_filter.holder && !isHeldBy(entry.holder, *m_filter.holder)
        && !isHeldBy(entry.previous, *m_filter.holder))
        return false;
    if (!m_filter.keys.isEmpty() && !m_filter.keys.matches(entry.key))
        return false;
    return std::all_of(
        m_words.begin(), m_words.end(), [&entry](const Word &word) { return occurs(word, entry); });
}

bool JournalMatcher::occurs(const Word &word, const JournalEntry &entry)
{
    const auto isPartOf = [&word](const QString &text) {
        return text.contains(word.text, Qt::CaseInsensitive);
    };
    const auto names = [&](const CowOptional<Holder> &holder) {
        return holder
            && (contains(holder->token, word.bytes) || isPartOf(holder->host)
                || isPartOf(holder->process) || isPartOf(holder->thread));
    };
    return word.kinds.contains(entry.kind) || contains(entry.key, word.bytes)
        || isPartOf(entry.name) || isPartOf(entry.library) || names(entry.holder)
        || names(entry.previous);
}

} // namespace lockstep
