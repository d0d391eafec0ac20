#pragma once

class QLineEdit;

namespace lockstep {

struct Colours;

// The look of every field that searches or filters what stands below it. Call it again when the
// colours change.
void styleSearchField(QLineEdit *field, const Colours &colours);

} // namespace lockstep
