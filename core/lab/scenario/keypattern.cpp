#include "core/lab/scenario/keypattern.h"

namespace lockstep {

// When a match fails, only the last star has to be tried with more characters, as in Glob
// (core/watch/values). Glob is not used here because the lab includes nothing of the watcher, and a
// scenario's keys need no sets.
bool matchesKeyPattern(std::string_view pattern, std::string_view key)
{
    size_t p = 0;
    size_t k = 0;
    size_t star = std::string_view::npos;
    size_t starKey = 0;
    while (k < key.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            starKey = k;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == key[k])) {
            ++p;
            ++k;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            k = ++starKey;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

} // namespace lockstep
