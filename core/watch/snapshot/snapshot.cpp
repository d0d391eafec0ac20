#include "core/watch/snapshot/snapshot.h"

#include "core/redis/values/hashslot.h"

namespace lockstep {

const NodeStatus *nodeOf(const std::vector<NodeStatus> &nodes, const QByteArray &key)
{
    const int slot = hashSlot(key);
    const auto serves = [slot](const NodeStatus &node) {
        return std::any_of(node.slotBounds.begin(), node.slotBounds.end(),
            [slot](const auto &range) { return range.first <= slot && slot <= range.second; });
    };
    const auto found = std::find_if(nodes.begin(), nodes.end(), serves);
    return found == nodes.end() ? nullptr : &*found;
}

} // namespace lockstep
