#include "ui/widgets/searchfield.h"

#include "ui/widgets/theme.h"

#include <QLineEdit>

namespace lockstep {

void styleSearchField(QLineEdit *field, const Colours &colours)
{
    // A style sheet that sets the colour of the text would make the placeholder half transparent.
    field->setStyleSheet(
        QStringLiteral("QLineEdit { border: 1px solid %1; border-radius: 6px; background: %2;"
                       " padding: 0.2em 0.5em; } QLineEdit:focus { border-color: %3; }")
            .arg(colours.hairline.name(), colours.panel.name(), colours.accent.name()));
}

} // namespace lockstep
