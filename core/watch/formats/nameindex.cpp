// An Aho-Corasick automaton (CACM 18/6, 1975), unfolded into a table so that each byte of a name
// costs one look-up and no failure link is ever followed. It is asked for every key of a server
// that may have a million, so what counts is the name that contains none of the literals: it stays
// in the few rows around the root, which stay in the first-level cache. Bytes that no literal
// contains share one column, which keeps the whole table at some hundred kilobytes.
//
// Rejected: a hash of prefixes (formats are as often marked by a suffix or a middle part, because
// clients put prefixes of their own in front) and one search for each literal (15 ns times a
// hundred).

#include "core/watch/formats/nameindex.h"

#include <algorithm>
#include <queue>

namespace lockstep {

namespace {

uchar folded(char c)
{
    return static_cast<uchar>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

} // namespace

void NameIndex::add(const QByteArray &literal, int number)
{
    Q_ASSERT(!literal.isEmpty());
    m_literals.push_back({literal, number});
}

// A tree of all literals; bytes that occur get a class.
std::vector<NameIndex::Node> NameIndex::tree()
{
    std::vector<Node> nodes(1);
    for (const Literal &literal : m_literals) {
        size_t node = 0;
        for (const char c : literal.text) {
            const uchar byte = folded(c);
            if (m_class[byte] == 0)
                m_class[byte] = static_cast<quint8>(m_classes++);
            const auto [child, isNew] = nodes[node].children.try_emplace(byte, nodes.size());
            node = child->second;
            if (isNew)
                nodes.emplace_back();
        }
        nodes[node].numbers.push_back(literal.number);
    }
    for (int c = 'A'; c <= 'Z'; ++c)
        m_class[size_t(c)] = m_class[folded(char(c))];
    return nodes;
}

// Breadth first: the fallback of a node is shallower than the node and so already complete.
void NameIndex::build()
{
    std::vector<Node> nodes = tree();
    m_next.assign(nodes.size() * m_classes, 0);
    m_outputs.assign(nodes.size(), {});
    std::queue<size_t> open;
    open.push(0);
    while (!open.empty()) {
        const size_t number = open.front();
        open.pop();
        Node &node = nodes[number];
        const auto row = m_next.begin() + qsizetype(number * m_classes);
        const auto fallbackRow = m_next.begin() + qsizetype(node.fallback * m_classes);
        if (number != 0) {
            const std::vector<int> &inherited = nodes[node.fallback].numbers;
            node.numbers.insert(node.numbers.end(), inherited.begin(), inherited.end());
            std::copy_n(fallbackRow, m_classes, row);
        }
        m_outputs[number].from = quint32(m_numbers.size());
        m_numbers.insert(m_numbers.end(), node.numbers.begin(), node.numbers.end());
        m_outputs[number].to = quint32(m_numbers.size());
        for (const auto &[byte, child] : node.children) {
            nodes[child].fallback = number == 0 ? 0 : fallbackRow[m_class[byte]] / m_classes;
            row[m_class[byte]] = quint32(child * m_classes);
            open.push(child);
        }
    }
    for (quint32 &next : m_next) {
        const Output &output = m_outputs[next / m_classes];
        if (output.from != output.to)
            next |= HasOutput;
    }
}

} // namespace lockstep
