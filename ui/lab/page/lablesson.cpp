// Part of LabPage. The lesson as it is read: what the file says, what must hold with the present
// settings, and what fixes it.

#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/tablemetrics.h"

#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextEdit>

namespace lockstep {

namespace {

// As it stands, in the fixed-width face: the file indents it.
bool isListing(const QString &paragraph)
{
    return paragraph.startsWith(QStringLiteral("    "));
}

// The fixed-width face, as small as the widest line of the listing needs, but never tiny. There is
// always room for a scroll bar: whether it is needed depends on what is being written.
QFont listingFont(const QTextEdit *edit, const QString &text)
{
    constexpr double smallest = 0.6;
    QFont face = fixedFont(edit->font());
    const double usual = face.pointSizeF();
    const QStringList lines = text.split(QChar::LineSeparator);
    const double room = edit->contentsRect().width() - edit->verticalScrollBar()->sizeHint().width()
        - 2 * edit->document()->documentMargin() - 1;
    const auto fits = [&] {
        const QFontMetricsF metrics(face);
        return std::all_of(lines.begin(), lines.end(),
            [&](const QString &line) { return metrics.horizontalAdvance(line) <= room; });
    };
    // By steps: widths are rounded to pixels, so they do not shrink as the size does.
    for (double scale = 0.95; usual > 0 && !fits() && scale >= smallest; scale -= 0.05)
        face.setPointSizeF(usual * scale);
    return face;
}

// Without what all of its lines begin with.
QString unindented(const QString &listing)
{
    QStringList lines = listing.split(QChar::LineSeparator);
    qsizetype indent = listing.size();
    for (const QString &line : std::as_const(lines)) {
        qsizetype blanks = 0;
        while (blanks < line.size() && line.at(blanks) == u' ')
            ++blanks;
        if (blanks < line.size())
            indent = std::min(indent, blanks);
    }
    for (QString &line : lines)
        line.remove(0, indent);
    return lines.join(QChar::LineSeparator);
}

void addParagraph(QTextEdit *edit, const QString &words, int weight, int gap)
{
    const QString text = isListing(words) ? unindented(words) : words;
    QTextCursor cursor(edit->document());
    cursor.movePosition(QTextCursor::End);
    QTextBlockFormat block;
    block.setBottomMargin(gap);
    block.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
    QTextCharFormat letters;
    letters.setFontWeight(weight);
    if (isListing(words)) {
        block.setNonBreakableLines(true);
        letters.setFont(listingFont(edit, text));
    }
    if (!edit->document()->isEmpty())
        cursor.insertBlock();
    cursor.setBlockFormat(block);
    cursor.insertText(text, letters);
}

} // namespace

// Paragraphs are separated by empty lines; a line's end inside of one is only where the file wraps.
void LabPage::showLesson()
{
    m_lesson->clear();
    m_lessonWidth = m_lesson->width();
    const ScenarioPtr present = scenario();
    if (!present)
        return;
    const int gap = fontMetrics().height() / 2;
    static const QRegularExpression empty(QStringLiteral("\\n([ \\t]*\\n)+"));
    addParagraph(m_lesson, titleOf(*present), QFont::DemiBold, gap);
    const QStringList paragraphs = present->lesson.in(m_language).split(empty, Qt::SkipEmptyParts);
    for (const QString &paragraph : paragraphs) {
        QString text = paragraph;
        while (text.startsWith(u'\n'))
            text.remove(0, 1);
        text = isListing(text) ? text.replace(u'\n', QChar::LineSeparator) : text.simplified();
        if (!text.isEmpty())
            addParagraph(m_lesson, text, QFont::Normal, gap);
    }
    if (!present->checks.empty())
        addParagraph(m_lesson, tr("What must hold"), QFont::DemiBold, gap / 3);
    const Settings settings = m_freeRuns->form()->options().settings;
    for (const Check &check : present->checks)
        addParagraph(
            m_lesson, QStringLiteral("– ") + checkWords(check, settings), QFont::Normal, gap / 3);
    if (const ScenarioEntry *fix = m_list->model()->byId(present->fix); fix && fix->scenario) {
        addParagraph(m_lesson, tr("The fix"), QFont::DemiBold, gap / 3);
        addParagraph(m_lesson, titleOf(*fix->scenario), QFont::Normal, gap);
    }
    m_lesson->moveCursor(QTextCursor::Start);
}

} // namespace lockstep
