#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <map>
#include <vector>

namespace lockstep {

// The prefixes under which most of what is watched lives, none of them a part of another. Time and
// memory grow with the number of names times the parts of a name, never with its square.
class FeedPrefixes
{
public:
    // ofCatalogue: prefixes that are kept whole: a name that begins with one counts for it. None
    // may be a prefix of another, as with Catalogue::prefixes().
    explicit FeedPrefixes(std::vector<QByteArray> ofCatalogue);

    void count(const QByteArray &key); // a recognised one
    // The prefixes to watch, at most `most`, those that cover most names first.
    [[nodiscard]] std::vector<QByteArray> ranked(std::size_t most) const;

private:
    // One part of a name, up to and including its colon, below the parts before it.
    struct Part
    {
        qint64 names = 0;
        bool isNarrowest = false; // names that were counted end with this part
        bool hasManyChildren = false; // more than could ever be chosen, and no longer kept
        std::map<QByteArray, Part, std::less<>> children;
    };
    struct Choice
    {
        QByteArray prefix;
        const Part *part = nullptr;
    };

    [[nodiscard]] QByteArrayView catalogued(QByteArrayView key) const;
    Part *childOf(Part &parent, QByteArrayView name) const;
    static std::vector<Choice> childrenOf(const Choice &choice);

    std::vector<QByteArray> m_ofCatalogue; // sorted
    Part m_root;
};

} // namespace lockstep
