// Linked into every test program, so that its pictures, and those of the programs that it starts,
// are drawn with the same fonts on every machine, also if it is started by hand. The fonts are set
// before main(), because a test has no main() of its own.

#include <cstdlib>

namespace {

const bool sameFonts = setenv("FONTCONFIG_FILE", LOCKSTEP_FONTS, 1) == 0;

} // namespace
