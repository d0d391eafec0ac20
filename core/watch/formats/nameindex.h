#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <map>
#include <vector>

namespace lockstep {

// Finds all of many literals in a name in one pass, without regard to the case of ASCII letters.
class NameIndex
{
public:
    // number: passed to found() when the literal is found. The literal must not be empty.
    void add(const QByteArray &literal, int number);
    void build(); // once, after the last add()

    // Calls found(number, end) for each literal that ends before the byte `end` of the name. No
    // allocation.
    template <typename Found> void search(QByteArrayView name, Found found) const
    {
        quint32 row = 0; // index of its row in m_next: the state times the number of classes
        for (qsizetype i = 0; i < name.size(); ++i) {
            row = m_next[row + m_class[static_cast<uchar>(name[i])]];
            if (row & HasOutput) {
                row &= ~HasOutput;
                const Output &output = m_outputs[row / m_classes];
                for (quint32 n = output.from; n < output.to; ++n)
                    found(m_numbers[n], i + 1);
            }
        }
    }

private:
    static constexpr quint32 HasOutput = 0x80000000U;
    struct Output
    {
        quint32 from = 0;
        quint32 to = 0;
    };
    struct Node
    {
        std::map<uchar, size_t> children;
        std::vector<int> numbers;
        size_t fallback = 0;
    };
    struct Literal
    {
        QByteArray text;
        int number = 0;
    };

    std::vector<Node> tree();

    std::vector<Literal> m_literals;
    std::array<quint8, 256> m_class{}; // the class of each byte; 0 for bytes that are in no literal
    quint32 m_classes = 1;
    std::vector<quint32> m_next{0};
    std::vector<Output> m_outputs{{}};
    std::vector<int> m_numbers;
};

} // namespace lockstep
