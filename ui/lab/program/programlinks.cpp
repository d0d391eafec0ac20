// A part of ProgramView: names of server scripts in the listing, which are links to their texts.

#include "ui/lab/program/programview.h"

#include "ui/widgets/theme.h"

#include <QMouseEvent>
#include <QRegularExpression>

namespace lockstep {

void ProgramView::setScripts(const QStringList &names)
{
    static const QRegularExpression called(
        QStringLiteral(R"re(\bscript\s*\(\s*["']([\w-]+)["'])re"));
    m_links.clear();
    auto found = called.globalMatch(toPlainText());
    while (found.hasNext()) {
        const QRegularExpressionMatch match = found.next();
        if (names.contains(match.captured(1)))
            m_links.push_back(
                {int(match.capturedStart(1)), int(match.capturedEnd(1)), match.captured(1)});
    }
    markLines();
}

QString ProgramView::scriptAt(const QPoint &point) const
{
    if (!isReadOnly())
        return {}; // the text may have changed, and with it the positions of links
    const int position = cursorForPosition(point).position();
    for (const Link &each : m_links) {
        if (position < each.from || position > each.to)
            continue;
        // A point to the right of a line's end still gives a position in that line, so the
        // rectangle is checked.
        QTextCursor end(document());
        end.setPosition(each.to);
        QTextCursor begin(document());
        begin.setPosition(each.from);
        if (cursorRect(begin).left() <= point.x() && point.x() <= cursorRect(end).left())
            return each.script;
    }
    return {};
}

void ProgramView::mouseMoveEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    const bool isLink = event->buttons() == Qt::NoButton && !scriptAt(event->pos()).isEmpty();
    viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void ProgramView::addLinkMarks(QList<QTextEdit::ExtraSelection> *marks) const
{
    for (const Link &each : m_links) {
        if (!isReadOnly())
            return;
        QTextEdit::ExtraSelection selection;
        selection.format.setForeground(m_theme->colours().accent);
        selection.format.setFontUnderline(true);
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(each.from);
        selection.cursor.setPosition(each.to, QTextCursor::KeepAnchor);
        *marks << selection;
    }
}

} // namespace lockstep
