// Every condition that hides lines is shown as a chip, wherever it was set, because an operator who
// does not see the filter would think that nothing happens.

#include "ui/watch/journal/journalbar.h"

#include "ui/text/wording.h"
#include "ui/watch/journal/filterchip.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/watch/journal/timespandialog.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDateTime>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QWidgetAction>

#include <algorithm>
#include <climits>

namespace lockstep {

namespace {

constexpr int messageMs = 6000;
const QString menuMark = QStringLiteral(" ▾");

// "09:12", or with the date if it is another day than that of `moment`.
QString minuteOf(const QDateTime &time, const QDateTime &moment)
{
    return time.toString(
        time.date() == moment.date() ? QStringLiteral("HH:mm") : QStringLiteral("MM-dd HH:mm"));
}

QString spanOf(const JournalFilter &filter)
{
    const QString format = QStringLiteral("HH:mm:ss");
    const QString from = filter.from ? utcOf(*filter.from).toString(format) : QString();
    const QString to = filter.to ? utcOf(*filter.to).toString(format) : QString();
    if (filter.from && filter.to)
        return JournalBar::tr("%1 to %2 UTC", "two times of day").arg(from, to);
    return filter.from ? JournalBar::tr("since %1 UTC").arg(from)
        : filter.to    ? JournalBar::tr("until %1 UTC").arg(to)
                       : QString();
}

// The button opens its menu itself: with setMenu() the style would paint its arrow over the last
// letter.
QToolButton *makeMenuButton(QMenu *menu, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    QObject::connect(button, &QAbstractButton::clicked, menu,
        [button, menu] { menu->popup(button->mapToGlobal(button->rect().bottomLeft())); });
    return button;
}

} // namespace

JournalBar::JournalBar(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_title(new QLabel(this))
    , m_note(new QLabel(this))
    , m_search(new QLineEdit(this))
    , m_filterMenu(new QMenu(this))
    , m_exportMenu(new QMenu(this))
    , m_conditions(new QWidget(this))
    , m_kindsChip(new FilterChip(theme, m_conditions))
    , m_keyChip(new FilterChip(theme, m_conditions))
    , m_holderChip(new FilterChip(theme, m_conditions))
    , m_timeChip(new FilterChip(theme, m_conditions))
    , m_wordsChip(new FilterChip(theme, m_conditions))
{
    m_filterButton = makeMenuButton(m_filterMenu, this);
    m_exportButton = makeMenuButton(m_exportMenu, this);
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(fontMetrics().averageCharWidth() * 6);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setTextFormat(Qt::PlainText);
    layOut();
    retranslate();
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        JournalFilter filter = m_filter;
        filter.words = text.simplified();
        change(filter);
    });
    const auto clearBy = [this](FilterChip *chip, void (*clear)(JournalFilter &)) {
        connect(chip, &QAbstractButton::clicked, this, [this, clear] {
            JournalFilter filter = m_filter;
            clear(filter);
            change(filter);
        });
    };
    clearBy(m_kindsChip, [](JournalFilter &filter) { filter.kinds.clear(); });
    clearBy(m_keyChip, [](JournalFilter &filter) { filter.key.reset(); });
    clearBy(m_holderChip, [](JournalFilter &filter) { filter.holder.reset(); });
    clearBy(m_timeChip, [](JournalFilter &filter) { filter.from.reset(), filter.to.reset(); });
    clearBy(m_wordsChip, [](JournalFilter &filter) { filter.words.clear(); });
    // Menus are filled when they are opened, so that the window opens sooner.
    connect(m_filterMenu, &QMenu::aboutToShow, this, &JournalBar::fillFilterMenu);
    connect(m_exportMenu, &QMenu::aboutToShow, this, &JournalBar::fillExportMenu);
    applyLook();
    connect(theme, &Theme::changed, this, &JournalBar::applyLook);
}

void JournalBar::applyLook()
{
    styleSearchField(m_search, m_theme->colours());
    update();
}

void JournalBar::layOut()
{
    const int side = qRound(fontMetrics().height() * 0.75);
    m_head = new QHBoxLayout;
    m_head->setContentsMargins(side, 0, side / 2, 0);
    m_head->setSpacing(side * 2 / 3);
    m_head->addWidget(m_title);
    m_head->addWidget(m_search, 1);
    m_head->addWidget(m_note);
    m_head->addWidget(m_filterButton);
    m_head->addWidget(m_exportButton);
    auto *chips = new QHBoxLayout(m_conditions);
    chips->setContentsMargins(side, 0, side, side / 3);
    chips->setSpacing(side / 2);
    for (FilterChip *chip : {m_kindsChip, m_keyChip, m_holderChip, m_timeChip, m_wordsChip})
        chips->addWidget(chip);
    chips->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, side / 4, 0, side / 4 + 1);
    layout->setSpacing(side / 4);
    layout->addLayout(m_head);
    layout->addWidget(m_conditions);
    m_conditions->hide();
}

// If there is too little room, hides first the counts and then the title. Controls stay whole.
void JournalBar::fitHead()
{
    for (QLabel *label : {m_title, m_note})
        label->show();
    for (QLabel *label : {m_note, m_title}) {
        m_head->invalidate(); // otherwise the layout would be updated only by the next event
        if (m_head->minimumSize().width() > width())
            label->hide();
    }
}

void JournalBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitHead();
}

void JournalBar::retranslate()
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setText(tr("Journal"));
    m_search->setPlaceholderText(tr("Search"));
    m_search->setAccessibleName(tr("Search the journal"));
    m_search->setToolTip(
        tr("Words to look for in key, holder, library and event; all of them must occur."));
    m_filterButton->setText(tr("Filter") + menuMark);
    m_filterButton->setToolTip(tr("Show only some events, or only some time"));
    m_exportButton->setText(tr("Export", "the journal") + menuMark);
    m_exportButton->setToolTip(tr("Write the journal into a file"));
    showConditions();
    setCounts(m_counts);
    fitHead();
}

void JournalBar::fillFilterMenu()
{
    m_filterMenu->clear();
    m_kindBoxes.clear();
    addKinds(m_filterMenu);
    m_filterMenu->addSeparator();
    addTimes(m_filterMenu);
}

// Adds the kinds as check boxes, so that the menu stays open while several are chosen.
void JournalBar::addKinds(QMenu *menu)
{
    for (const JournalEntry::Kind kind : allJournalKinds) {
        auto *box = new QCheckBox(journalKind(kind), menu);
        box->setChecked(m_filter.kinds.contains(kind));
        auto *action = new QWidgetAction(menu);
        action->setDefaultWidget(box);
        action->setText(box->text());
        menu->addAction(action);
        m_kindBoxes.emplace_back(kind, box);
        connect(box, &QCheckBox::clicked, this, [this, kind](bool checked) {
            JournalFilter filter = m_filter;
            if (checked)
                filter.kinds.insert(kind);
            else
                filter.kinds.erase(kind);
            change(filter);
        });
    }
    menu->addAction(tr("All events"), this, [this] {
        JournalFilter filter = m_filter;
        filter.kinds.clear();
        change(filter);
    });
}

void JournalBar::addTimes(QMenu *menu)
{
    using namespace std::chrono_literals;
    if (!m_isRecorded) {
        menu->addAction(tr("The last minute"), this, [this] { showSince(1min); });
        menu->addAction(tr("The last 10 minutes"), this, [this] { showSince(10min); });
        menu->addAction(tr("The last hour"), this, [this] { showSince(1h); });
    }
    menu->addAction(tr("Between…"), this, &JournalBar::chooseSpan);
}

void JournalBar::setRecorded()
{
    m_isRecorded = true;
    m_exportButton->hide();
}

void JournalBar::fillExportMenu()
{
    m_exportMenu->clear();
    const auto add = [this](const QString &text, ExportKind kind, bool all) {
        m_exportMenu->addAction(text, this, [=, this] { Q_EMIT exportRequested(kind, all); });
    };
    if (!m_filter.isEmpty()) {
        add(tr("Filtered lines as CSV…"), ExportKind::Csv, false);
        add(tr("Filtered lines as JSON…"), ExportKind::Json, false);
        m_exportMenu->addSeparator();
    }
    const QString count = wording::number(double(m_counts.kept));
    add(tr("All %1 lines as CSV…").arg(count), ExportKind::Csv, true);
    add(tr("All %1 lines as JSON…").arg(count), ExportKind::Json, true);
}

void JournalBar::showSince(std::chrono::seconds ago)
{
    JournalFilter filter = m_filter;
    filter.from = std::chrono::system_clock::now() - ago;
    filter.to.reset();
    change(filter);
}

void JournalBar::chooseSpan()
{
    const auto now = std::chrono::system_clock::now();
    auto *dialog = new TimeSpanDialog(
        m_filter.from.value_or(m_counts.since.value_or(now)), m_filter.to.value_or(now), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        JournalFilter filter = m_filter;
        filter.from = dialog->from();
        filter.to = dialog->to();
        change(filter);
    });
    dialog->open();
}

void JournalBar::change(const JournalFilter &filter)
{
    if (filter == m_filter)
        return;
    setFilter(filter);
    Q_EMIT filterChanged(m_filter);
}

void JournalBar::setFilter(const JournalFilter &filter)
{
    m_filter = filter;
    for (const auto &[kind, box] : m_kindBoxes)
        box->setChecked(filter.kinds.contains(kind));
    if (m_search->text().simplified() != filter.words) {
        const QSignalBlocker blocker(m_search);
        m_search->setText(filter.words);
    }
    showConditions();
}

void JournalBar::showConditions()
{
    QStringList kinds;
    for (const JournalEntry::Kind kind : m_filter.kinds)
        kinds << journalKind(kind);
    m_kindsChip->setCondition(kinds.join(QStringLiteral(", ")));
    m_keyChip->setCondition(
        m_filter.key ? tr("key %1").arg(wording::key(*m_filter.key)) : QString());
    m_holderChip->setCondition(
        m_filter.holder ? tr("holder %1").arg(wording::key(*m_filter.holder)) : QString());
    m_timeChip->setCondition(spanOf(m_filter));
    m_wordsChip->setCondition(
        m_filter.words.isEmpty() ? QString() : tr("“%1”").arg(m_filter.words));
    m_conditions->setVisible(std::any_of(
        m_conditions->children().begin(), m_conditions->children().end(), [](const QObject *child) {
            const auto *chip = qobject_cast<const FilterChip *>(child);
            return chip && !chip->isHidden();
        }));
    updateGeometry();
}

void JournalBar::setCounts(const Counts &counts)
{
    m_counts = counts;
    const QString text = m_message.isEmpty() ? note() : m_message;
    if (text == m_note->text())
        return;
    m_note->setText(text);
    m_note->setToolTip(
        text + u'\n' + tr("The journal keeps 24 hours, 200 000 lines at most. Times are UTC."));
    fitHead();
}

QString JournalBar::note() const
{
    if (m_counts.kept == 0)
        return {};
    const QString kept = wording::number(double(m_counts.kept));
    const QString shown = wording::number(double(m_counts.shown));
    const int many = int(std::min<qint64>(m_counts.kept, INT_MAX));
    if (!m_filter.isEmpty())
        return m_counts.isFiltering ? tr("%1 of %2 lines…", "still counting", many).arg(shown, kept)
                                    : tr("%1 of %2 lines", nullptr, many).arg(shown, kept);
    if (!m_counts.since)
        return tr("%1 lines", nullptr, many).arg(kept);
    const QString since = minuteOf(utcOf(*m_counts.since), QDateTime::currentDateTimeUtc());
    if (m_counts.total > m_counts.kept)
        return tr("%1 of %2 since %3", "lines of the journal, and the time of the oldest")
            .arg(kept, wording::number(double(m_counts.total)), since);
    return tr("%1 lines since %2", nullptr, many).arg(kept, since);
}

void JournalBar::showMessage(const QString &message)
{
    m_message = message;
    setCounts(m_counts);
    QTimer::singleShot(messageMs, this, [this, message] {
        if (message != m_message)
            return;
        m_message.clear();
        setCounts(m_counts);
    });
}

void JournalBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(m_theme->colours().hairline);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void JournalBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
