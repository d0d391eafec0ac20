#pragma once

namespace lockstep {

// Whether this program was built with a sanitizer. Its shadow takes terabytes of address space and
// several times the memory, so that no limit of either says anything about the program.
constexpr bool isSanitized()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

} // namespace lockstep
