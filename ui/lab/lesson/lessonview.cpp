// Whoever shows the lesson says when its text is to be set again. Only what the view notes itself
// sets it without being asked: another width, other colours, a hint or what exploring finds, which
// the user opens.

#include "ui/lab/lesson/lessonview.h"

#include "ui/lab/lesson/labcourse.h"
#include "ui/lab/scenarios/shownscenario.h"
#include "ui/lab/words/replaycommandline.h"
#include "ui/lab/words/verdictwords.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>
#include <optional>
#include <utility>

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

LessonView::LessonView(const Theme *theme, const ShownScenario *shown, QWidget *parent)
    : QTextBrowser(parent)
    , m_theme(theme)
    , m_shown(shown)
{
    setOpenLinks(false); // follow() handles them
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(fontMetrics().height() * 3 / 4);
    // Queued, because following a link may replace the text that was clicked.
    connect(this, &QTextBrowser::anchorClicked, this, &LessonView::follow, Qt::QueuedConnection);
    connect(theme, &Theme::changed, this, [this] {
        if (m_shown->entry())
            writeLesson(); // its links have another colour
    });
    retranslate();
}

void LessonView::showLesson(const Settings &settings, bool isExplored)
{
    m_settings = settings;
    m_isExplored = isExplored;
    writeLesson();
}

// Sets the text again when the width has changed. The width is that of the widget and not of its
// viewport, because the viewport also changes while the text is set, when a scroll bar appears or
// disappears; replacing the text then would destroy what Qt is laying out.
bool LessonView::event(QEvent *event)
{
    if (event->type() != QEvent::Resize || width() == m_setWidth)
        return QTextBrowser::event(event);
    const Place before = place();
    writeLesson();
    const bool isDone = QTextBrowser::event(event);
    goTo(before); // only now are the lines as wide as they will be
    return isDone;
}

void LessonView::changeEvent(QEvent *event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void LessonView::retranslate()
{
    setAccessibleName(tr("Lesson"));
}

void LessonView::writeLesson()
{
    const bool isSame = std::exchange(m_setKey, m_shown->key()) == m_shown->key();
    const std::optional<Place> before = isSame ? std::optional(place()) : std::nullopt;
    clear();
    m_links.clear();
    m_setWidth = width();
    const ScenarioPtr lesson = m_shown->scenario();
    if (!lesson)
        return;
    const int gap = fontMetrics().height() / 2;
    addParagraph(m_shown->titleOf(*lesson), QFont::DemiBold, gap, {});
    addText(*lesson, gap);
    addChecks(*lesson, gap);
    addFix(gap);
    addExercise(gap);
    addCourse(*lesson, gap);
    moveCursor(QTextCursor::Start);
    if (before)
        goTo(*before);
}

LessonView::Place LessonView::place() const
{
    const QTextBlock block = cursorForPosition({0, 0}).block();
    const double top = document()->documentLayout()->blockBoundingRect(block).top();
    return {block.blockNumber(), verticalScrollBar()->value() - top};
}

void LessonView::goTo(const Place &place)
{
    const QAbstractTextDocumentLayout *layout = document()->documentLayout();
    // Qt lays a text out when it is asked for, and there is room to scroll only as far as it has.
    (void)layout->blockBoundingRect(document()->lastBlock());
    const QTextBlock block = document()->findBlockByNumber(place.paragraph);
    if (!block.isValid())
        return;
    const QRectF rect = layout->blockBoundingRect(block);
    verticalScrollBar()->setValue(qRound(rect.top() + std::min(place.above, rect.height())));
}

void LessonView::addParagraph(
    const QString &words, int weight, int gap, std::vector<LessonLink> links)
{
    const QString text = isListing(words) ? unindented(words) : words;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    QTextBlockFormat block;
    block.setBottomMargin(gap);
    block.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
    QTextCharFormat letters;
    letters.setFontWeight(weight);
    if (isListing(words)) {
        block.setNonBreakableLines(true);
        letters.setFont(listingFont(this, text));
        links.clear();
    }
    if (!document()->isEmpty())
        cursor.insertBlock();
    cursor.setBlockFormat(block);
    qsizetype done = 0;
    for (const LessonLink &link : links) {
        cursor.insertText(text.mid(done, link.from - done), letters);
        QTextCharFormat linked = letters;
        linked.setAnchor(true);
        linked.setAnchorHref(u'#' + QString::number(m_links.size()));
        linked.setForeground(m_theme->colours().accent);
        linked.setFontUnderline(true);
        cursor.insertText(text.mid(link.from, link.length), linked);
        m_links.push_back(link);
        done = link.from + link.length;
    }
    cursor.insertText(text.mid(done), letters);
}

void LessonView::addHeading(const QString &words, int gap)
{
    addParagraph(words, QFont::DemiBold, gap / 3, {});
}

void LessonView::addOffer(const QString &words, int gap, std::function<void()> act)
{
    addParagraph(words, QFont::Normal, gap, {{0, words.size(), {}, {}, std::move(act)}});
}

// Adds the text of the file. Empty lines separate paragraphs; other line ends are only wraps.
void LessonView::addText(const Scenario &lesson, int gap)
{
    static const QRegularExpression empty(QStringLiteral("\\n([ \\t]*\\n)+"));
    const auto keys = m_shown->scenarios().keysByTitle();
    const bool showsFindings = m_isExplored || m_unfolded == m_shown->key();
    const QStringList paragraphs =
        lesson.lesson.in(m_shown->language()).split(empty, Qt::SkipEmptyParts);
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
            addParagraph(text, QFont::Normal, gap, lessonLinks(text, keys));
            continue;
        }
        addOffer(tr("What exploring finds: show it now, or explore first (F4, F5)."), gap, [this] {
            m_unfolded = m_shown->key();
            writeLesson();
        });
    }
}

void LessonView::addChecks(const Scenario &lesson, int gap)
{
    if (!lesson.checks.empty())
        addHeading(tr("What must hold"), gap);
    for (const Check &check : lesson.checks)
        addParagraph(QStringLiteral("– ") + checkWords(check, m_settings), QFont::Normal,
            &check == &lesson.checks.back() ? gap : gap / 3, {});
}

void LessonView::addFix(int gap)
{
    const ScenarioEntry *fix = m_shown->fix();
    if (!fix)
        return;
    addHeading(tr("The fix"), gap);
    const QString title = m_shown->titleOf(*fix->scenario);
    addParagraph(title, QFont::Normal, gap, {{0, title.size(), fix->key, {}}});
}

void LessonView::addExercise(int gap)
{
    const ScenarioEntry *asked = m_shown->exercise();
    if (!asked)
        return;
    const Exercise &exercise = *asked->scenario->exercise;
    const bool isSolved = m_shown->scenarios().isSolved(*asked);
    addHeading(isSolved ? tr("Exercise (solved ✓)") : tr("Exercise"), gap);
    const auto add = [&](const QString &text) { addParagraph(text, QFont::Normal, gap, {}); };
    add(exercise.task.in(m_shown->language()));
    const int hints = int(exercise.hints.size());
    const int open = std::min(m_hintsOpen[asked->key], hints);
    for (int i = 0; i < open; ++i)
        add(tr("Hint %1: %2")
                .arg(i + 1)
                .arg(exercise.hints[std::size_t(i)].in(m_shown->language())));
    if (open < hints)
        addOffer(tr("Show hint %1 of %2").arg(open + 1).arg(hints), gap, [this, key = asked->key] {
            ++m_hintsOpen[key];
            writeLesson();
        });
    if (m_shown->entry()->isOwn)
        addOffer(tr("Check this solution"), gap, [this] { Q_EMIT checkRequested(); });
    else
        addOffer(tr("Change a copy of the program (Ctrl+E), then check it here."), gap,
            [this] { Q_EMIT copyRequested(); });
}

// Adds the place of the lesson in the course and the next lesson, or where the course begins.
void LessonView::addCourse(const Scenario &lesson, int gap)
{
    const auto here = std::find(labCourse.begin(), labCourse.end(), lesson.id);
    const bool isInCourse = here != labCourse.end();
    const auto next = isInCourse ? here + 1 : labCourse.begin();
    const ScenarioEntry *target =
        next == labCourse.end() ? nullptr : m_shown->scenarios().byId(*next);
    QStringList words;
    if (isInCourse)
        words << tr("Course: lesson %1 of %2.")
                     .arg(here - labCourse.begin() + 1)
                     .arg(labCourse.size());
    std::vector<LessonLink> links;
    if (target && target->scenario) {
        const QString title = m_shown->titleOf(*target->scenario);
        words << (isInCourse ? tr("Next: %1") : tr("New here? Start with: %1")).arg(title);
        const QString text = words.join(u' ');
        links.push_back({text.size() - title.size(), title.size(), target->key, {}});
    }
    if (!words.isEmpty())
        addParagraph(words.join(u' '), QFont::Normal, gap, links);
}

// Takes the steps with the scenario's own values, because the lesson refers to those.
void LessonView::follow(const QUrl &address)
{
    const qsizetype number = address.fragment().toInt();
    const ScenarioPtr lesson = m_shown->scenario();
    if (!lesson || number < 0 || number >= qsizetype(m_links.size()))
        return;
    // A copy, because the text may be set again.
    const LessonLink link = m_links[std::size_t(number)];
    if (link.act)
        link.act();
    else if (!link.lesson.isEmpty())
        Q_EMIT lessonChosen(link.lesson);
    else if (const auto trace = traceFromText(link.trace); trace && !trace->empty())
        Q_EMIT stepsChosen(replayCommand(
            {lesson, optionsWithClientsOf(*trace, *lesson), *trace}, scenarioWord(*lesson)));
}

} // namespace lockstep
