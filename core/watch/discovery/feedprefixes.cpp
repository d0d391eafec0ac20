// The parts of the names form a tree:
//
//     order:17:lock   order:18:lock   app:seats:3:taken   app:users:online
//     order:                          app: ── app:seats:
//                                          └─ app:users:
//
// A part with a digit in it is an identifier, and there are as many of these as there are objects:
// a name counts for the part in front of it, so that also the next order's lock is announced. The
// choice begins with the broadest parts and is refined as long as there is room, because a narrow
// prefix brings fewer names that are nothing to us. The one with the fewest children is refined
// first.
//
// Rejected: one prefix a name, up to its last colon. Then names with an identifier in the middle
// have as many prefixes as there are objects, and the few that can be chosen cover next to none.

#include "core/watch/discovery/feedprefixes.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t mostChildren = 64; // children of a part; one with more is not refined
constexpr std::size_t mostBeginnings = 65'536; // first parts; further ones are not counted
constexpr qsizetype shortestPrefix = 2; // colon included

bool hasDigit(QByteArrayView part)
{
    return std::any_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

FeedPrefixes::FeedPrefixes(std::vector<QByteArray> ofCatalogue)
    : m_ofCatalogue(std::move(ofCatalogue))
{
    std::sort(m_ofCatalogue.begin(), m_ofCatalogue.end());
}

// The prefix of the catalogue that the key begins with; empty if there is none.
QByteArrayView FeedPrefixes::catalogued(QByteArrayView key) const
{
    const auto after = std::upper_bound(m_ofCatalogue.begin(), m_ofCatalogue.end(), key,
        [](QByteArrayView name, const QByteArray &prefix) { return name < prefix; });
    if (after == m_ofCatalogue.begin() || !key.startsWith(*std::prev(after)))
        return {};
    return *std::prev(after);
}

// The child of that name; nullptr if there are so many children already that none of them matters.
FeedPrefixes::Part *FeedPrefixes::childOf(Part &parent, QByteArrayView name) const
{
    if (const auto known = parent.children.find(name); known != parent.children.end())
        return &known->second;
    const bool isFull =
        parent.children.size() >= (&parent == &m_root ? mostBeginnings : mostChildren);
    if (isFull && &parent != &m_root) {
        parent.hasManyChildren = true;
        parent.children.clear();
    }
    if (isFull || parent.hasManyChildren)
        return nullptr;
    return &parent.children[name.toByteArray()];
}

void FeedPrefixes::count(const QByteArray &key)
{
    const auto whole = catalogued(key);
    Part *part = &m_root;
    for (qsizetype from = 0; part;) {
        const auto colon = key.indexOf(':', from);
        qsizetype end = colon + 1;
        const bool isCatalogued = !whole.isEmpty() && (colon < 0 || end >= whole.size());
        if (isCatalogued)
            end = whole.size();
        else if (colon < 0)
            break;
        const auto name = QByteArrayView(key).sliced(from, end - from);
        if (!isCatalogued && (end < shortestPrefix || (from > 0 && hasDigit(name))))
            break;
        part = childOf(*part, name);
        if (part)
            ++part->names;
        if (isCatalogued)
            break;
        from = end;
    }
    if (part && part != &m_root)
        part->isNarrowest = true;
}

std::vector<FeedPrefixes::Choice> FeedPrefixes::childrenOf(const Choice &choice)
{
    std::vector<Choice> children;
    for (const auto &[name, part] : choice.part->children)
        children.push_back({choice.prefix + name, &part});
    return children;
}

std::vector<QByteArray> FeedPrefixes::ranked(std::size_t most) const
{
    auto chosen = childrenOf({{}, &m_root});
    const auto hasMoreNames = [](const Choice &a, const Choice &b) {
        return a.part->names > b.part->names;
    };
    std::stable_sort(chosen.begin(), chosen.end(), hasMoreNames);
    if (chosen.size() > most)
        chosen.resize(most);
    const auto childCount = [](const Choice &choice) {
        const auto &part = *choice.part;
        return part.isNarrowest || part.hasManyChildren ? 0 : part.children.size();
    };
    while (true) {
        auto next = chosen.end();
        for (auto it = chosen.begin(); it != chosen.end(); ++it) {
            const auto count = childCount(*it);
            if (count > 0 && chosen.size() - 1 + count <= most
                && (next == chosen.end() || count < childCount(*next)))
                next = it;
        }
        if (next == chosen.end())
            break;
        const auto children = childrenOf(*next);
        chosen.erase(next);
        chosen.insert(chosen.end(), children.begin(), children.end());
    }
    std::stable_sort(chosen.begin(), chosen.end(), hasMoreNames);

    std::vector<QByteArray> prefixes;
    for (const auto &choice : chosen)
        prefixes.push_back(choice.prefix);
    return prefixes;
}

} // namespace lockstep
