#include "ui/widgets/searchfield.h"

#include "ui/widgets/theme.h"

#include <QLineEdit>

namespace lockstep {

void styleSearchField(QLineEdit *field, const Colours &colours)
{
    field->setStyleSheet(
        QStringLiteral("QLineEdit { border: 1px solid %1; border-radius: 6px; background: %2;"
                       " color: %3; padding: 0.2em 0.5em; } QLineEdit:focus { border-color: %4; }")
            .arg(colours.hairline.name(), colours.panel.name(), colours.text.name(),
                colours.accent.name()));
}

} // namespace lockstep
