// Part of ProgramView. Writing in the listing: what is there besides a plain text editor's undo and
// clipboard. A new line begins where its block does, Tab and Shift+Tab move lines in and out, and
// a word that ends a block moves its line out as it is written.

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

// The last line before it that says something; invalid: there is none.
QTextBlock lineAbove(const QTextBlock &block)
{
    QTextBlock above = block.previous();
    while (above.isValid() && above.text().trimmed().isEmpty())
        above = above.previous();
    return above;
}

} // namespace

// The shipped files indent by two blanks a level.
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

// True: the key was dealt with here.
bool ProgramView::editByKey(const QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool isPlain = modifiers == Qt::NoModifier;
    const bool isShifted = modifiers == Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Escape:
        Q_EMIT editingEnded();
        return true;
    case Qt::Key_Return: // with Shift a text editor would put a line separator into the line
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

// In pasted or dropped text, the line ends of other systems count as well.
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

// Moves the selected lines in or out; without a selection the cursor goes to the next column of the
// indent.
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

// Called after something was typed: moves a line out whose last word ends a block.
void ProgramView::alignBlockEnd()
{
    QTextCursor cursor = textCursor();
    const QTextBlock line = cursor.block();
    const QTextBlock above = lineAbove(line);
    if (!cursor.atBlockEnd() || !above.isValid() || !endsBlock(line.text()))
        return;
    const int inside = indentOf(above.text()) + (opensBlock(above.text()) ? indentWidth : 0);
    if (inside < indentWidth || indentOf(line.text()) != inside)
        return; // the user has moved the line to where it is
    QTextCursor blanks(line);
    blanks.joinPreviousEditBlock();
    blanks.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, indentWidth);
    blanks.removeSelectedText();
    blanks.endEditBlock();
}

// While the focus is in the listing, its keys are for writing, whatever they mean on the page.
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
