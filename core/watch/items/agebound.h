#pragma once

#include <QtGlobal>

#include <array>

namespace lockstep {

// How an age, or the moment since which something is so, relates to what is true. What a token
// tells, it tells by the clock of the machine that wrote it, which may be minutes off.
enum class AgeBound : quint8 {
    Exact, // it was seen being taken
    AtLeast, // it was held when it was first seen
    AtMost, // it was, and its token tells when it was asked for: it may have been waited for since
    ByToken, // it was, and its token tells when it was taken
    // It was this holder's then and is now, but it may have been released and taken again in
    // between: in a gap, at the end of its lease, or by another one whose token is a time as well.
    Unsure,
};
inline constexpr std::array allAgeBounds{
    AgeBound::Exact, AgeBound::AtLeast, AgeBound::AtMost, AgeBound::ByToken, AgeBound::Unsure};

} // namespace lockstep
