#pragma once

#include <QByteArrayView>

#include <unordered_map>

namespace lockstep {

// Decides which of the keys whose names say nothing are worth a look. Names are grouped by shape:
// digits and identifiers are left out, so that a million sessions are one shape. Of a shape that
// never turned out to be anything a few hundred keys are looked at, of the others all.
class NameShapes
{
public:
    static constexpr int probesPerShape = 256;
    static constexpr std::size_t mostShapes = 65'536; // further ones share one shape

    // Counts the look that is then taken.
    [[nodiscard]] bool worthProbing(QByteArrayView key);
    void recognised(QByteArrayView key);

    // Equal for names of the same shape.
    static quint64 shapeOf(QByteArrayView key);

private:
    struct Shape
    {
        int probes = 0;
        bool recognised = false;
    };
    Shape &shape(QByteArrayView key);

    std::unordered_map<quint64, Shape> m_shapes;
    Shape m_others;
};

} // namespace lockstep
