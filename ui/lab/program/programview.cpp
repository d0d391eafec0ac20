// The display of a program: its folds, its marked lines, and what it scrolls to. programgutter.cpp
// paints the strip at the left, programlinks.cpp has the links to scripts, programediting.cpp the
// editing.

#include "ui/lab/program/programview.h"

#include "ui/lab/program/luahighlighter.h"
#include "ui/lab/program/programgutter.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

#include <utility>

namespace lockstep {

ProgramView::ProgramView(const Theme *theme, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_highlighter(new LuaHighlighter(document()))
    , m_gutter(new Gutter(this))
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(NoWrap);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    viewport()->setMouseTracking(true);
    setCornerWidget(new QWidget(this)); // an empty widget covers the square that the style paints
    applyFont();
    applyColours();
    connect(theme, &Theme::changed, this, &ProgramView::applyColours);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &area, int dy) {
        if (dy != 0)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, area.y(), m_gutter->width(), area.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &ProgramView::markLines);
    connect(this, &QPlainTextEdit::blockCountChanged, this,
        [this] { setViewportMargins(gutterWidth(), 0, 0, 0); });
    connect(document(), &QTextDocument::modificationChanged, this, [this](bool isModified) {
        if (isModified) {
            setClients({});
            setHighlightedLine(0);
        }
    });
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_start = 0; });
}

void ProgramView::setSource(const QByteArray &source)
{
    const bool isSame = source == this->source();
    QString text = QString::fromUtf8(source);
    text.remove(QChar(0));
    m_clients.clear();
    m_highlighted = 0;
    m_mistaken = 0;
    if (isSame) { // the same text was read again: the view keeps its position
        document()->setModified(false);
        return markLines();
    }
    m_links.clear();
    setPlainText(text);
    applyFont(); // the line numbers may be wider
    if (isReadOnly())
        foldTexts();
    findProgram();
    showStart();
    markLines();
}

// Folds the lesson and the exercise into one line each, because they can be read elsewhere on the
// page.
void ProgramView::foldTexts()
{
    static const QRegularExpression lesson(QStringLiteral("^\\s*lesson\\s*=.*\\[\\[[^\\]]*$"));
    // The lesson ends with the bracket that closes its text in the last language.
    static const QRegularExpression endOfLesson(QStringLiteral("\\]\\][^\\[]*$"));
    static const QRegularExpression exercise(QStringLiteral("^  exercise\\s*=\\s*\\{$"));
    static const QRegularExpression endOfExercise(QStringLiteral("^  \\},?$"));
    m_folds.clear();
    fold(lesson, endOfLesson);
    fold(exercise, endOfExercise);
}

void ProgramView::fold(const QRegularExpression &begin, const QRegularExpression &end)
{
    QTextBlock block = document()->begin();
    while (block.isValid() && !begin.match(block.text()).hasMatch())
        block = block.next();
    if (!block.isValid())
        return;
    Fold fold{block.blockNumber() + 1, 0};
    for (block = block.next(); block.isValid(); block = block.next()) {
        fold.last = block.blockNumber() + 1;
        if (end.match(block.text()).hasMatch())
            break;
    }
    m_folds.push_back(fold);
    setLinesVisible(fold, false);
}

bool ProgramView::unfoldAt(int line)
{
    const auto found = std::find_if(m_folds.begin(), m_folds.end(),
        [line](const Fold &each) { return line >= each.line && line <= each.last; });
    if (found == m_folds.end())
        return false;
    const Fold fold = *found;
    m_folds.erase(found);
    setLinesVisible(fold, true);
    return true;
}

void ProgramView::unfoldAll()
{
    for (const Fold &each : std::exchange(m_folds, {}))
        setLinesVisible(each, true);
}

void ProgramView::setLinesVisible(const Fold &fold, bool visible)
{
    const QTextBlock first = document()->findBlockByNumber(fold.line);
    QTextBlock block = first;
    for (; block.isValid() && block.blockNumber() < fold.last; block = block.next())
        block.setVisible(visible);
    const int last = block.isValid() ? block.position() : document()->characterCount() - 1;
    document()->markContentsDirty(first.position(), last - first.position());
    viewport()->update();
    m_gutter->update();
}

// Finds the line where the clients' program begins. In `params`, `clients = { 2, 1, 5000 }` is a
// number and does not count.
void ProgramView::findProgram()
{
    static const QRegularExpression program(
        QStringLiteral("^\\s*(client\\s*=\\s*function\\b|clients\\s*=\\s*\\{(?!\\s*\\d))"));
    m_start = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (!program.match(block.text()).hasMatch())
            continue;
        m_start = block.blockNumber() + 1;
        setTextCursor(QTextCursor(block));
        return;
    }
}

void ProgramView::showStart()
{
    if (m_start == 0)
        return;
    const int lines = viewport()->height() / std::max(1, fontMetrics().lineSpacing());
    const QTextBlock block = document()->findBlockByNumber(m_start - 1);
    verticalScrollBar()->setValue(std::max(0, block.firstLineNumber() - lines / 3));
}

void ProgramView::setClients(const std::map<int, QStringList> &clients)
{
    if (clients == m_clients || (document()->isModified() && !clients.empty()))
        return;
    m_clients = clients;
    QStringList places;
    for (const auto &[line, letters] : clients)
        places << tr("%1 at line %2").arg(letters.join(QStringLiteral(", "))).arg(line);
    setAccessibleDescription(places.join(QStringLiteral("; ")));
    showClients();
    markLines();
    m_gutter->update();
}

// Scrolls to the lines of the clients; if they are too far apart, to the first one.
void ProgramView::showClients()
{
    if (m_clients.empty() || !isReadOnly())
        return;
    const QTextBlock first = document()->findBlockByNumber(m_clients.begin()->first - 1);
    const QTextBlock last = document()->findBlockByNumber(m_clients.rbegin()->first - 1);
    const auto areaOf = [this](const QTextBlock &block) {
        return blockBoundingGeometry(block).translated(contentOffset());
    };
    QScrollBar *bar = verticalScrollBar();
    if (areaOf(first).top() < 0)
        bar->setValue(first.firstLineNumber());
    const int most = std::min(bar->maximum(), first.firstLineNumber());
    while (areaOf(last).bottom() > viewport()->height() && bar->value() < most)
        bar->setValue(bar->value() + 1);
}

void ProgramView::setHighlightedLine(int line)
{
    if (line == m_highlighted || (document()->isModified() && line > 0))
        return;
    m_highlighted = line;
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line > 0 && block.isValid() && isReadOnly()) {
        m_start = 0;
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() < 0 || area.bottom() > viewport()->height())
            verticalScrollBar()->setValue(std::max(0,
                block.firstLineNumber() - viewport()->height() / fontMetrics().lineSpacing() / 2));
    }
    markLines();
}

int ProgramView::widthOfColumns(int columns) const
{
    const double text = QFontMetricsF(font()).horizontalAdvance(u'0') * columns;
    return int(text + 2 * document()->documentMargin()) + gutterWidth()
        + verticalScrollBar()->sizeHint().width() + 2 * frameWidth() + 2;
}

void ProgramView::setMistakenLine(int line)
{
    m_mistaken = line;
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line > 0 && block.isValid() && isReadOnly()) {
        m_start = 0;
        if (!block.isVisible())
            unfoldAt(line);
        setTextCursor(QTextCursor(block));
        centerCursor();
    }
    markLines();
    m_gutter->update();
}

QColor ProgramView::highlightOf(const Colours &colours)
{
    return blended(colours.accent, colours.panel, 0.24);
}

QColor ProgramView::mistakeOf(const Colours &colours)
{
    return blended(colours.accent, colours.panel, 0.18);
}

void ProgramView::markLines()
{
    const Colours &colours = m_theme->colours();
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int line, const QColor &colour) {
        const QTextBlock block = document()->findBlockByNumber(line - 1);
        if (line <= 0 || !block.isValid())
            return;
        QTextEdit::ExtraSelection selection;
        selection.format.setBackground(colour);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selection.cursor = QTextCursor(block);
        marks << selection;
    };
    if (hasFocus())
        mark(textCursor().blockNumber() + 1, blended(colours.selection, colours.panel, 0.5));
    for (const auto &[line, letters] : m_clients)
        mark(line, colours.selection);
    mark(m_mistaken, mistakeOf(colours));
    mark(m_highlighted, highlightOf(colours));
    addLinkMarks(&marks);
    setExtraSelections(marks);
}

void ProgramView::keyPressEvent(QKeyEvent *event)
{
    if (!isReadOnly()) {
        m_start = 0;
        if (editByKey(event))
            return;
        QPlainTextEdit::keyPressEvent(event);
        if (!event->text().isEmpty() && event->text().at(0).isPrint())
            alignBlockEnd();
        return;
    }
    const int before = textCursor().blockNumber();
    m_start = 0;
    QPlainTextEdit::keyPressEvent(event);
    if (event->key() == Qt::Key_Return)
        unfoldAt(textCursor().blockNumber() + 1);
    if (textCursor().blockNumber() != before || event->key() == Qt::Key_Return)
        Q_EMIT lineChosen(textCursor().blockNumber() + 1);
}

void ProgramView::mouseReleaseEvent(QMouseEvent *event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || textCursor().hasSelection() || !isReadOnly())
        return;
    m_start = 0;
    if (const QString script = scriptAt(event->pos()); !script.isEmpty()) {
        Q_EMIT scriptChosen(script);
        return;
    }
    unfoldAt(textCursor().blockNumber() + 1);
    Q_EMIT lineChosen(textCursor().blockNumber() + 1);
}

void ProgramView::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    for (const Fold &each : m_folds) {
        const QTextBlock folded = document()->findBlockByNumber(each.line - 1);
        const QRectF line = blockBoundingGeometry(folded).translated(contentOffset());
        const double end = line.left() + document()->documentMargin()
            + fontMetrics().horizontalAdvance(folded.text());
        painter.setFont(font());
        painter.setPen(m_theme->colours().secondary);
        painter.drawText(QPointF(end, line.top() + fontMetrics().ascent()), QStringLiteral(" …"));
    }
    if (!hasFocus())
        return;
    painter.setPen(m_theme->colours().accent);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

void ProgramView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    m_gutter->setGeometry(0, 0, gutterWidth(), contentsRect().height());
    showStart();
    showClients();
}

void ProgramView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange && !m_applying)
        applyFont();
}

void ProgramView::applyFont()
{
    m_applying = true;
    const QFont beside = parentWidget() ? parentWidget()->font() : font();
    QFont fixed = fixedFont(beside);
    if (fixed.pointSizeF() > 0)
        fixed.setPointSizeF(fixed.pointSizeF() * 0.92);
    setFont(fixed);
    setTabStopDistance(QFontMetricsF(fixed).horizontalAdvance(u' ') * 4);
    setViewportMargins(gutterWidth(), 0, 0, 0);
    m_gutter->setGeometry(0, 0, gutterWidth(), contentsRect().height());
    m_applying = false;
}

void ProgramView::applyColours()
{
    m_highlighter->setColours(m_theme->colours());
    markLines();
    m_gutter->update();
}

} // namespace lockstep
