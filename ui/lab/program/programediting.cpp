// A part of ProgramView: editing, beyond the undo and clipboard of a plain text editor. A new line
// is indented like its block, Tab and Shift+Tab indent and unindent lines, and a word that ends a
// block unindents its line as it is typed.

#include "ui/lab/program/programgutter.h"

#include <QMimeData>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

namespace lockstep {

namespace {

int indentOf(const QString &line)
{
    qsizetype blanks = 0;
    while (blanks < line.size() && line.at(blanks) == u' ')
        ++blanks;
    return int(blanks);
}

// Whether the line begins a block, so that the lines after it are indented.
bool opensBlock(const QString &line)
{
    static const QRegularExpression opening(QStringLiteral(
        "(\\b(then|do|else|repeat)|[{(]|\\bfunction\\s*[\\w.:]*\\([^()]*\\))\\s*(--.*)?$"));
    return opening.match(line).hasMatch();
}

bool endsBlock(const QString &line)
{
    static const QRegularExpression ending(QStringLiteral("^ *(end|else|elseif|until|\\}|\\))$"));
    return ending.match(line).hasMatch();
}

// The last line above that is not blank; invalid if there is none.
QTextBlock lineAbove(const QTextBlock &block)
{
    QTextBlock above = block.previous();
    while (above.isValid() && above.text().trimmed().isEmpty())
        above = above.previous();
    return above;
}

} // namespace

// The shipped files indent each level by two blanks.
constexpr int indentWidth = 2;

void ProgramView::setEditable(bool editable)
{
    if (editable == !isReadOnly())
        return;
    const QTextBlock top = firstVisibleBlock();
    if (editable)
        unfoldAll();
    verticalScrollBar()->setValue(top.firstLineNumber());
    m_start = 0;
    setReadOnly(!editable);
    if (!editable)
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(!editable);
    document()->clearUndoRedoStacks();
    document()->setModified(false);
    if (!editable)
        setLineChanges({});
    markLines();
}

QByteArray ProgramView::source() const
{
    // toPlainText() would turn no-break spaces into blanks.
    QString text = document()->toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    text.replace(QChar::LineSeparator, u'\n');
    return text.toUtf8();
}

bool ProgramView::canShow(const QByteArray &source)
{
    const QString text = QString::fromUtf8(source);
    const bool hasOthers = text.contains(QChar(0)) || text.contains(u'\r')
        || text.contains(QChar::ParagraphSeparator) || text.contains(QChar::LineSeparator);
    return !hasOthers && text.toUtf8() == source;
}

void ProgramView::replaceText(const QByteArray &source)
{
    const int at = textCursor().blockNumber();
    const int shown = verticalScrollBar()->value();
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(QString::fromUtf8(source));
    cursor.endEditBlock();
    setTextCursor(QTextCursor(document()->findBlockByNumber(std::min(at, blockCount() - 1))));
    verticalScrollBar()->setValue(shown);
}

void ProgramView::setLineChanges(const LineChanges &changes)
{
    if (changes == m_changes)
        return;
    m_changes = changes;
    m_gutter->update();
}

// Returns true if the key was handled here.
bool ProgramView::editByKey(const QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool isPlain = modifiers == Qt::NoModifier;
    const bool isShifted = modifiers == Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Escape:
        Q_EMIT editingEnded();
        return true;
    case Qt::Key_Return: // with Shift, a text editor would insert a line separator
    case Qt::Key_Enter:
        if (isPlain || isShifted)
            beginLine();
        return isPlain || isShifted;
    case Qt::Key_Tab:
        moveLines(true);
        return isPlain;
    case Qt::Key_Backtab:
        moveLines(false);
        return true;
    default:
        return false;
    }
}

// Accepts the line ends of other systems in pasted or dropped text.
void ProgramView::insertFromMimeData(const QMimeData *source)
{
    if (!source->hasText())
        return;
    QString text = source->text();
    text.replace(QChar::LineSeparator, u'\n');
    QMimeData plain;
    plain.setText(text);
    QPlainTextEdit::insertFromMimeData(&plain);
}

void ProgramView::beginLine()
{
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    const int indent = std::min(indentOf(before), cursor.positionInBlock())
        + (opensBlock(before) ? indentWidth : 0);
    cursor.insertText(u'\n' + QString(indent, u' '));
    setTextCursor(cursor);
    ensureCursorVisible();
}

// Indents or unindents the selected lines. Without a selection, the cursor moves to the next column
// of the indent.
void ProgramView::moveLines(bool isInward)
{
    QTextCursor cursor = textCursor();
    if (isInward && !cursor.hasSelection()) {
        cursor.insertText(QString(indentWidth - cursor.positionInBlock() % indentWidth, u' '));
        return setTextCursor(cursor);
    }
    QTextBlock block = document()->findBlock(cursor.selectionStart());
    const QTextBlock last = document()->findBlock(
        std::max(cursor.selectionStart(), cursor.selectionEnd() - int(cursor.hasSelection())));
    cursor.beginEditBlock();
    for (;; block = block.next()) {
        QTextCursor line(block);
        if (isInward)
            line.insertText(QString(indentWidth, u' '));
        else
            line.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor,
                std::min(indentOf(block.text()), indentWidth));
        if (!isInward)
            line.removeSelectedText();
        if (block == last)
            break;
    }
    cursor.endEditBlock();
}

// Called after typing: unindents a line whose last word ends a block.
void ProgramView::alignBlockEnd()
{
    QTextCursor cursor = textCursor();
    const QTextBlock line = cursor.block();
    const QTextBlock above = lineAbove(line);
    if (!cursor.atBlockEnd() || !above.isValid() || !endsBlock(line.text()))
        return;
    const int inside = indentOf(above.text()) + (opensBlock(above.text()) ? indentWidth : 0);
    if (inside < indentWidth || indentOf(line.text()) != inside)
        return; // the user has chosen another indent
    QTextCursor blanks(line);
    blanks.joinPreviousEditBlock();
    blanks.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, indentWidth);
    blanks.removeSelectedText();
    blanks.endEditBlock();
}

// While the focus is in the listing, keys are text, even if they are shortcuts of the page.
bool ProgramView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && !isReadOnly()) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape || key->key() == Qt::Key_Tab
            || key->key() == Qt::Key_Backtab) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void ProgramView::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    Q_EMIT focusLost();
}

} // namespace lockstep
