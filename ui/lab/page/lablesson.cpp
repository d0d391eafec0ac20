// A part of LabPage: the lesson. It has the text of the file, the checks with the present settings,
// and the fix. Titles of other lessons and traces in the text are links. What exploring finds is
// folded until the user has explored, because it gives the answer away.

#include "ui/lab/page/labcourse.h"
#include "ui/lab/page/labpage.h"
#include "ui/lab/run/freeruns.h"
#include "ui/lab/scenarios/scenariolist.h"
#include "ui/lab/settings/runform.h"
#include "ui/lab/step/stepcontroller.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>

#include <algorithm>

namespace lockstep {

namespace {

// Whether the paragraph is shown unchanged in the fixed-width font, which the file asks for by an
// indent.
bool isListing(const QString &paragraph)
{
    return paragraph.startsWith(QStringLiteral("    "));
}

// The fixed-width font in a size that fits the widest line of the listing, but never tiny. There is
// always room for a scroll bar, because whether it is needed is known only afterwards.
QFont listingFont(const QTextBrowser *edit, const QString &text)
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
    // The size is reduced in steps, because the widths of text are rounded to pixels and do not
    // shrink in proportion.
    for (double scale = 0.95; usual > 0 && !fits() && scale >= smallest; scale -= 0.05)
        face.setPointSizeF(usual * scale);
    return face;
}

// The listing without the indent that all its lines share.
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

// The scenario's own options, but with as many clients as the trace names.
ExploreOptions optionsWithClientsOf(const Trace &trace, const Scenario &scenario)
{
    ExploreOptions options = ExploreOptions::of(scenario);
    const auto clients = options.settings.find("clients");
    if (clients == options.settings.end())
        return options;
    for (const TraceStep &step : trace) {
        if (step.kind == TraceStep::Kind::Client)
            clients->second = std::max<qint64>(clients->second, step.client + 1);
    }
    return options;
}

} // namespace

void LabPage::addLessonParagraph(
    const QString &words, int weight, int gap, std::vector<LessonLink> links)
{
    const QString text = isListing(words) ? unindented(words) : words;
    QTextCursor cursor(m_lesson->document());
    cursor.movePosition(QTextCursor::End);
    QTextBlockFormat block;
    block.setBottomMargin(gap);
    block.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
    QTextCharFormat letters;
    letters.setFontWeight(weight);
    if (isListing(words)) {
        block.setNonBreakableLines(true);
        letters.setFont(listingFont(m_lesson, text));
        links.clear();
    }
    if (!m_lesson->document()->isEmpty())
        cursor.insertBlock();
    cursor.setBlockFormat(block);
    qsizetype done = 0;
    for (const LessonLink &link : links) {
        cursor.insertText(text.mid(done, link.from - done), letters);
        QTextCharFormat linked = letters;
        linked.setAnchor(true);
        linked.setAnchorHref(u'#' + QString::number(m_lessonLinks.size()));
        linked.setForeground(m_theme->colours().accent);
        linked.setFontUnderline(true);
        cursor.insertText(text.mid(link.from, link.length), linked);
        m_lessonLinks.push_back(link);
        done = link.from + link.length;
    }
    cursor.insertText(text.mid(done), letters);
}

// Empty lines separate paragraphs; other line ends in the file are only wraps.
void LabPage::showLesson()
{
    m_lesson->clear();
    m_lessonLinks.clear();
    m_lessonWidth = m_lesson->width();
    const ScenarioPtr current = scenario();
    if (!current)
        return;
    const int gap = fontMetrics().height() / 2;
    static const QRegularExpression empty(QStringLiteral("\\n([ \\t]*\\n)+"));
    addLessonParagraph(titleOf(*current), QFont::DemiBold, gap, {});
    const auto keys = m_list->model()->keysByTitle();
    const bool showsFindings = m_unfolded == m_key || m_stepController->hasExplored(m_key);
    const QStringList paragraphs = current->lesson.in(m_language).split(empty, Qt::SkipEmptyParts);
    for (const QString &paragraph : paragraphs) {
        QString text = paragraph;
        while (text.startsWith(u'\n'))
            text.remove(0, 1);
        text = isListing(text) ? text.replace(u'\n', QChar::LineSeparator) : text.simplified();
        if (text.isEmpty())
            continue;
        const bool isSpoiler = text.startsWith(spoilerMark);
        if (isSpoiler)
            text = text.sliced(spoilerMark.size()).trimmed();
        if (!isSpoiler || showsFindings) {
            addLessonParagraph(text, QFont::Normal, gap, lessonLinks(text, keys));
            continue;
        }
        const QString offer = tr("What exploring finds: show it now, or explore first (F4, F5).");
        addLessonParagraph(offer, QFont::Normal, gap, {{0, offer.size(), {}, {}}});
    }
    if (!current->checks.empty())
        addLessonParagraph(tr("What must hold"), QFont::DemiBold, gap / 3, {});
    const Settings settings = m_freeRuns->form()->options().settings;
    for (const Check &check : current->checks)
        addLessonParagraph(QStringLiteral("– ") + checkWords(check, settings), QFont::Normal,
            &check == &current->checks.back() ? gap : gap / 3, {});
    if (const ScenarioEntry *fix = m_list->model()->byId(current->fix); fix && fix->scenario) {
        addLessonParagraph(tr("The fix"), QFont::DemiBold, gap / 3, {});
        const QString title = titleOf(*fix->scenario);
        addLessonParagraph(title, QFont::Normal, gap, {{0, title.size(), fix->key, {}}});
    }
    addExercise(gap);
    addCourse(*current, gap);
    m_lesson->moveCursor(QTextCursor::Start);
}

// Adds the place of the lesson in the course and the next lesson, or where the course begins.
void LabPage::addCourse(const Scenario &lesson, int gap)
{
    const auto here = std::find(labCourse.begin(), labCourse.end(), lesson.id);
    const bool isInCourse = here != labCourse.end();
    const auto next = isInCourse ? here + 1 : labCourse.begin();
    const ScenarioEntry *target = next == labCourse.end() ? nullptr : m_list->model()->byId(*next);
    QStringList words;
    if (isInCourse)
        words << tr("Course: lesson %1 of %2.")
                     .arg(here - labCourse.begin() + 1)
                     .arg(labCourse.size());
    std::vector<LessonLink> links;
    if (target && target->scenario) {
        const QString title = titleOf(*target->scenario);
        words << (isInCourse ? tr("Next: %1") : tr("New here? Start with: %1")).arg(title);
        const QString text = words.join(u' ');
        links.push_back({text.size() - title.size(), title.size(), target->key, {}});
    }
    if (!words.isEmpty())
        addLessonParagraph(words.join(u' '), QFont::Normal, gap, links);
}

// Takes the steps with the scenario's own values, because the lesson refers to those.
void LabPage::followLessonLink(const QUrl &address)
{
    const qsizetype number = address.fragment().toInt();
    const ScenarioPtr current = scenario();
    if (!current || number < 0 || number >= qsizetype(m_lessonLinks.size()))
        return;
    // A copy, because the lesson may be set again.
    const LessonLink link = m_lessonLinks[std::size_t(number)];
    if (link.act) {
        link.act();
    } else if (!link.lesson.isEmpty()) {
        choose(link.lesson);
    } else if (const auto trace = traceFromText(link.trace); trace && !trace->empty()) {
        Q_EMIT commandEntered(replayCommand(
            {current, optionsWithClientsOf(*trace, *current), *trace}, scenarioWord(*current)));
    } else {
        m_unfolded = m_key;
        showLesson();
    }
}

} // namespace lockstep
