#pragma once

#include <QPlainTextEdit>
#include <QTextBlock>

namespace lockstep {

// The line, from 1, that has that background from edge to edge; 0: none has.
inline int markedLine(const QPlainTextEdit *text, const QColor &background)
{
    for (const QTextEdit::ExtraSelection &mark : text->extraSelections()) {
        if (mark.format.boolProperty(QTextFormat::FullWidthSelection)
            && mark.format.background().color() == background)
            return mark.cursor.blockNumber() + 1;
    }
    return 0;
}

} // namespace lockstep
