#include "ui/connect/profilesdialog.h"

#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/theme.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <iterator>
#include <optional>

namespace lockstep {

namespace {

constexpr int gap = 10; // between cards
constexpr int columnsAtFirst = 3;
constexpr int rowsAtFirst = 3;

bool isFound(const Profile &profile, const QString &words)
{
    const QString all = profile.name + u' ' + profile.endpoint.display() + u' '
        + environmentWord(profile.environment) + u' ' + environmentName(profile.environment);
    const QStringList each = words.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(each.begin(), each.end(),
        [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace

ProfilesDialog::ProfilesDialog(const Theme *theme, Purpose purpose, QWidget *parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_search(new QLineEdit(this))
    , m_fileTrouble(new Banner(theme, this))
    , m_area(new QScrollArea(this))
    , m_cardsPlace(new QWidget(m_area))
    , m_nothing(new QLabel(this))
    , m_message(new QLabel(this))
    , m_new(new QPushButton(tr("New profile…"), this))
    , m_import(new QPushButton(tr("Import…"), this))
    , m_address(new QPushButton(tr("Another address…"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setWindowTitle(
        purpose == Purpose::NewWindow ? tr("Open in a new window") : tr("Connect to a server"));
    m_search->setObjectName(QStringLiteral("search"));
    m_fileTrouble->setObjectName(QStringLiteral("fileTrouble"));
    m_message->setObjectName(QStringLiteral("trouble"));
    m_new->setObjectName(QStringLiteral("new"));
    m_import->setObjectName(QStringLiteral("import"));
    m_address->setObjectName(QStringLiteral("address"));
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_search->setPlaceholderText(tr("Find a profile"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    styleSearchField(m_search, theme->colours());
    connect(theme, &Theme::changed, m_search,
        [this] { styleSearchField(m_search, m_theme->colours()); });
    for (QLabel *label : {m_nothing, m_message}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    connect(m_search, &QLineEdit::textChanged, this, &ProfilesDialog::filter);
    // Return opens the profile if the search leaves only one.
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        const std::vector<ProfileCard *> left = shownCards();
        if (left.size() == 1)
            left.front()->click();
    });
    connect(m_new, &QPushButton::clicked, this, &ProfilesDialog::newProfileRequested);
    connect(m_import, &QPushButton::clicked, this, &ProfilesDialog::importRequested);
    connect(m_address, &QPushButton::clicked, this, &ProfilesDialog::addressRequested);
    layOut();
}

void ProfilesDialog::layOut()
{
    m_area->setWidget(m_cardsPlace);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus); // the cards take the focus
    m_area->viewport()->installEventFilter(this);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *grid = new QGridLayout(m_cardsPlace);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(gap);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(m_cancel, QDialogButtonBox::RejectRole);
    buttons->addButton(m_new, QDialogButtonBox::ActionRole);
    buttons->addButton(m_import, QDialogButtonBox::ActionRole);
    buttons->addButton(m_address, QDialogButtonBox::ActionRole);
    for (QPushButton *each : {m_new, m_import, m_address, m_cancel})
        each->setAutoDefault(false); // Return belongs to the search field
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_fileTrouble);
    column->addWidget(m_search);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_area, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);
    setMessage({});
    const QSize card = ProfileCard(m_theme, {}, {}).sizeHint();
    const QMargins margins = column->contentsMargins();
    resize(columnsAtFirst * (card.width() + gap) + margins.left() + margins.right()
            + m_area->verticalScrollBar()->sizeHint().width(),
        rowsAtFirst * (card.height() + gap) + 8 * fontMetrics().height());
    setMinimumWidth(card.width() + margins.left() + margins.right() + 4 * gap);
}

void ProfilesDialog::setProfiles(const std::vector<Shown> &profiles)
{
    std::optional<Profile> focused;
    for (ProfileCard *card : m_cards) {
        if (card->isAncestorOf(focusWidget()) || card == focusWidget())
            focused = card->profile();
        card->hide();
        card->deleteLater(); // not deleted at once, because a menu of the card may be the caller
    }
    m_cards.clear();
    for (const Shown &each : profiles) {
        auto *card = new ProfileCard(m_theme, each.profile, each.lastUse, m_cardsPlace);
        card->setTestResult(each.test);
        connect(card, &ProfileCard::actionRequested, this,
            [this, card](ProfileCard::Action action) { act(card, action); });
        connect(card, &ProfileCard::arrowPressed, this,
            [this, card](Qt::Key arrow) { followArrow(card, arrow); });
        m_cards.push_back(card);
    }
    filter();
    const auto before = std::find_if(m_cards.begin(), m_cards.end(),
        [&](const ProfileCard *card) { return card->profile() == focused; });
    if (!m_cards.empty())
        focusCard(before == m_cards.end() ? m_cards.front() : *before);
}

// Cards are replaced while the dialog is open. Qt's own order of Tab, set by setTabOrder(), then
// led round the buttons at the bottom and past the cards (seen with Qt 6.4).
bool ProfilesDialog::focusNextPrevChild(bool next)
{
    std::vector<QWidget *> stops{m_search};
    for (ProfileCard *card : shownCards()) {
        for (QWidget *stop : card->tabStops())
            stops.push_back(stop);
    }
    for (QPushButton *button : {m_new, m_import, m_address, m_cancel})
        stops.push_back(button);
    std::erase_if(
        stops, [](const QWidget *stop) { return !stop->isEnabled() || !stop->isVisible(); });
    if (stops.empty())
        return false;
    if (!next)
        std::reverse(stops.begin(), stops.end());
    const auto present = std::find(stops.begin(), stops.end(), focusWidget());
    const bool isLast = present == stops.end() || std::next(present) == stops.end();
    QWidget *const stop = isLast ? stops.front() : *std::next(present);
    stop->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    if (m_cardsPlace->isAncestorOf(stop))
        m_area->ensureWidgetVisible(stop);
    return true;
}

void ProfilesDialog::followArrow(ProfileCard *from, Qt::Key arrow)
{
    const std::vector<ProfileCard *> shown = shownCards();
    const bool isBackwards = arrow == Qt::Key_Left || arrow == Qt::Key_Up;
    const int distance = arrow == Qt::Key_Left || arrow == Qt::Key_Right ? 1 : columns();
    const auto place = std::find(shown.begin(), shown.end(), from) - shown.begin()
        + (isBackwards ? -distance : distance);
    if (place >= 0 && place < std::ssize(shown))
        focusCard(shown[size_t(place)]);
}

void ProfilesDialog::focusCard(ProfileCard *card)
{
    card->setFocus();
    m_cardsPlace->layout()->activate(); // else the new card has no place yet to be scrolled to
    m_cardsPlace->resize(m_cardsPlace->width(),
        std::max(m_cardsPlace->minimumSizeHint().height(), m_area->viewport()->height()));
    m_area->ensureWidgetVisible(card);
}

// A profile is handed on as a copy, because its card may be replaced meanwhile.
void ProfilesDialog::act(ProfileCard *card, ProfileCard::Action action)
{
    if (action == ProfileCard::Action::MoveEarlier)
        move(card, -1);
    else if (action == ProfileCard::Action::MoveLater)
        move(card, 1);
    else
        Q_EMIT actionRequested(action, Profile(card->profile()));
}

// Past a card that the search hides, because one step among hidden cards would be seen by nobody.
void ProfilesDialog::move(ProfileCard *card, int by)
{
    const std::vector<ProfileCard *> shown = shownCards();
    const auto place = std::find(shown.begin(), shown.end(), card) - shown.begin() + by;
    if (place < 0 || place >= std::ssize(shown))
        return;
    card->setFocus(); // which it keeps where it goes
    Q_EMIT moveRequested(Profile(card->profile()), Profile(shown[size_t(place)]->profile()));
}

std::vector<ProfileCard *> ProfilesDialog::shownCards() const
{
    std::vector<ProfileCard *> shown;
    std::copy_if(m_cards.begin(), m_cards.end(), std::back_inserter(shown),
        [](const ProfileCard *card) { return !card->isHidden(); });
    return shown;
}

void ProfilesDialog::showTest(const Profile &profile, const TestResult &result)
{
    for (ProfileCard *card : m_cards) {
        if (card->profile() == profile)
            card->setTestResult(result);
    }
    if (m_isBusy) // then the message says what is waited for
        return;
    if (result.state == TestResult::State::Running)
        setMessage(tr("Testing %1 …").arg(foreignWords(profile.name)));
    else
        setMessage(tr("%1: %2", "the name of a profile, and what a test of it found")
                       .arg(foreignWords(profile.name), result.sentence));
}

void ProfilesDialog::filter()
{
    bool isAnyFound = false;
    for (ProfileCard *card : m_cards) {
        const bool isOne = isFound(card->profile(), m_search->text());
        card->setHidden(!isOne);
        isAnyFound |= isOne;
    }
    const std::vector<ProfileCard *> shown = shownCards();
    for (ProfileCard *card : shown)
        card->setMovable(card != shown.front(), card != shown.back());
    m_area->setHidden(!isAnyFound);
    m_nothing->setHidden(isAnyFound);
    m_search->setEnabled(!m_cards.empty());
    m_nothing->setText(!m_fileTrouble->text().isEmpty() ? QString()
            : m_cards.empty()
            ? tr("There are no profiles yet. A profile gives a server a name and says what it is "
                 "used for.")
            : tr("No profile has these words."));
    arrange();
}

int ProfilesDialog::columns() const
{
    const int width = m_cards.empty() ? 1 : m_cards.front()->sizeHint().width() + gap;
    const int room = m_area->viewport()->width() + gap;
    return std::max(1, room / width);
}

void ProfilesDialog::arrange()
{
    auto *grid = static_cast<QGridLayout *>(m_cardsPlace->layout());
    while (QLayoutItem *item = grid->takeAt(0))
        delete item;
    const int columns = this->columns();
    int place = 0;
    for (ProfileCard *card : m_cards) {
        if (card->isHidden())
            continue;
        grid->addWidget(card, place / columns, place % columns);
        ++place;
    }
    for (int column = 0; column < grid->columnCount(); ++column)
        grid->setColumnStretch(column, column < columns ? 1 : 0);
    for (int row = 0; row < grid->rowCount(); ++row)
        grid->setRowStretch(row, 0);
    // The last row takes the rest of the height, so that the cards do not.
    grid->setRowStretch(place / columns + 1, 1);
}

bool ProfilesDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_area->viewport() && event->type() == QEvent::Resize)
        arrange();
    return QDialog::eventFilter(watched, event);
}

void ProfilesDialog::setFileTrouble(const QString &text)
{
    m_fileTrouble->setText(text, false, Banner::Tone::Error);
    m_new->setEnabled(text.isEmpty());
    m_import->setEnabled(text.isEmpty());
    filter(); // hides the text that there are no profiles, which is unknown then
}

void ProfilesDialog::setBusy(const QString &text)
{
    for (QWidget *each :
        {static_cast<QWidget *>(m_search), m_cardsPlace, static_cast<QWidget *>(m_new),
            static_cast<QWidget *>(m_import), static_cast<QWidget *>(m_address)})
        each->setEnabled(false);
    m_isBusy = true;
    setMessage(text);
}

void ProfilesDialog::showTrouble(const QString &text)
{
    m_isBusy = false;
    m_search->setEnabled(!m_cards.empty());
    m_cardsPlace->setEnabled(true);
    m_new->setEnabled(m_fileTrouble->text().isEmpty());
    m_import->setEnabled(m_fileTrouble->text().isEmpty());
    m_address->setEnabled(true);
    setMessage(text);
}

void ProfilesDialog::showMessage(const QString &text)
{
    if (!m_isBusy)
        setMessage(text);
}

// Shows a message. It always has room for two lines, so that the cards do not jump.
void ProfilesDialog::setMessage(const QString &text)
{
    m_message->setText(text);
    m_message->setAccessibleName(text);
    m_message->setMinimumHeight(2 * fontMetrics().lineSpacing());
}

} // namespace lockstep
