// Part of every test program: its pictures, and those of the programs that it starts, are drawn
// with the same fonts on every machine, also where it is started by hand. It happens before main(),
// since a test has no main() of its own.

#include <cstdlib>

namespace {

const bool sameFonts = setenv("FONTCONFIG_FILE", LOCKSTEP_FONTS, 1) == 0;

} // namespace
