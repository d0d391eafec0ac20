#pragma once

class QLineEdit;

namespace lockstep {

struct Colours;

// Sets the look of a field that searches or filters what is below it. To be called again when the
// colours change.
void styleSearchField(QLineEdit *field, const Colours &colours);

} // namespace lockstep
