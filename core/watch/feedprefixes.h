#pragma once

#include <QByteArray>

#include <map>
#include <vector>

namespace lockstep {

// Where most of what is watched lives, the most populated first, none a part of another: the
// catalogue's own prefixes, then those of recognised keys up to their last colon.
class FeedPrefixes
{
public:
    void count(const QByteArray &key); // a recognised one
    [[nodiscard]] std::vector<QByteArray> ranked(const std::vector<QByteArray> &ofCatalogue) const;

private:
    std::map<QByteArray, int> m_counts;
};

} // namespace lockstep
