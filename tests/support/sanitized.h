#pragma once

namespace lockstep {

// Whether the program that is tested was built with a sanitizer. Its shadow takes terabytes of
// address space and several times the memory, so that no limit of either says anything about the
// program.
constexpr bool isSanitized()
{
#ifdef LOCKSTEP_SANITIZED
    return true;
#else
    return false;
#endif
}

} // namespace lockstep
