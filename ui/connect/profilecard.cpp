#include "ui/connect/profilecard.h"

#include "ui/connect/environmentlook.h"
#include "ui/connect/profilewords.h"
#include "ui/text/errormessage.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr int widthInCharacters = 38;
constexpr double nameScale = 1.2;
constexpr double addressScale = 0.92; // addresses are long; the tool tip has the whole one

QFont scaled(QFont font, double scale, QFont::Weight weight)
{
    font.setWeight(weight);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * scale);
    return font;
}

} // namespace

ProfileCard::ProfileCard(const Theme *theme, Profile profile, QString lastUse, QWidget *parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_profile(std::move(profile))
    , m_lastUse(std::move(lastUse))
    , m_more(new QToolButton(this))
    , m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("card"));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    const QString name = foreignWords(m_profile.name);
    setText(name);
    setAccessibleName(QStringLiteral("%1, %2").arg(name, environmentWord(m_profile.environment)));
    setTestResult({});
    m_more->setText(QStringLiteral("…"));
    m_more->setObjectName(QStringLiteral("more"));
    m_more->setAutoRaise(true);
    m_more->setCursor(Qt::ArrowCursor);
    m_more->setAccessibleName(tr("More for %1").arg(name));
    buildMenu();
    connect(m_more, &QToolButton::clicked, m_menu,
        [this] { m_menu->popup(m_more->mapToGlobal(m_more->rect().bottomLeft())); });
    connect(
        this, &QAbstractButton::clicked, this, [this] { Q_EMIT actionRequested(Action::Open); });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ProfileCard::buildMenu()
{
    const auto add = [&](Action action, const QString &text) {
        return m_menu->addAction(text, this, [this, action] { Q_EMIT actionRequested(action); });
    };
    // Of a shortcut, the card that has the focus is meant.
    const auto giveKeys = [this](QAction *action, QKeyCombination keys) {
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        return action;
    };
    add(Action::Open, tr("Open"));
    add(Action::OpenInNewWindow, tr("Open in a new window"));
    giveKeys(add(Action::Test, tr("Test the connection")), Qt::CTRL | Qt::Key_T);
    m_menu->addSeparator();
    add(Action::Edit, tr("Edit…"));
    add(Action::Duplicate, tr("Duplicate…"));
    m_earlier =
        giveKeys(add(Action::MoveEarlier, tr("Move earlier")), Qt::CTRL | Qt::SHIFT | Qt::Key_Left);
    m_later =
        giveKeys(add(Action::MoveLater, tr("Move later")), Qt::CTRL | Qt::SHIFT | Qt::Key_Right);
    m_menu->addSeparator();
    add(Action::Remove, tr("Remove…"));
}

void ProfileCard::setTestResult(const TestResult &result)
{
    m_test = result;
    const QString address = foreignWords(m_profile.endpoint.display());
    const QString line = testLine(result);
    setToolTip(address.toHtmlEscaped()
        + (line.isEmpty() ? line : QStringLiteral("<br>") + line.toHtmlEscaped()));
    setAccessibleDescription(
        QStringLiteral("%1, %2").arg(address, line.isEmpty() ? m_lastUse : line));
    update();
}

void ProfileCard::setMovable(bool earlier, bool later)
{
    m_earlier->setEnabled(earlier);
    m_later->setEnabled(later);
}

int ProfileCard::bandHeight() const
{
    return qRound(fontMetrics().height() * 1.4);
}

int ProfileCard::margin() const
{
    return fontMetrics().height() * 3 / 4;
}

QSize ProfileCard::sizeHint() const
{
    const int name = QFontMetrics(scaled(font(), nameScale, QFont::DemiBold)).height();
    return {fontMetrics().averageCharWidth() * widthInCharacters,
        bandHeight() + margin() * 2 + name + fontMetrics().lineSpacing() * 5 / 2};
}

void ProfileCard::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    const bool isMarked = (underMouse() || isDown()) && isEnabled();
    paintFrame(painter, rect(), isMarked ? colours.selection : colours.panel, colours.hairline);
    const QRect band(0, 0, width(), bandHeight());
    QPainterPath corners;
    corners.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.save();
    painter.setClipPath(corners);
    painter.fillRect(band, environmentColour(m_profile.environment, colours.dark));
    painter.restore();
    const QRect words = rect().adjusted(margin(), 0, -margin(), 0);
    painter.setPen(colours.dark ? colours.ground : colours.panel);
    painter.setFont(scaled(font(), 0.95, QFont::Bold));
    painter.drawText(QRect(words.left(), 0, words.width(), band.height()),
        Qt::AlignVCenter | Qt::AlignLeft, environmentBanner(m_profile.environment));

    const auto drawLine = [&](int top, const QFont &lineFont, const QColor &ink, int room,
                              const QString &text, Qt::TextElideMode mode) {
        const QFontMetrics metrics(lineFont);
        painter.setFont(lineFont);
        painter.setPen(ink);
        painter.drawText(QRect(words.left(), top, room, metrics.height()),
            Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, mode, room));
        return top + metrics.height();
    };
    int top = band.bottom() + margin();
    top = drawLine(top, scaled(font(), nameScale, QFont::DemiBold),
        isEnabled() ? colours.text : colours.secondary, words.width(), text(), Qt::ElideRight);
    const QFont addressFont = scaled(font(), addressScale, QFont::Normal);
    const QFontMetrics addressMetrics(addressFont);
    const QString address = narrowAddress(m_profile.endpoint, [&](const QString &text) {
        return addressMetrics.horizontalAdvance(text) <= words.width();
    });
    top =
        drawLine(top + 2, addressFont, colours.secondary, words.width(), address, Qt::ElideMiddle);
    const QString tested = shortTestLine(m_test);
    drawLine(top + fontMetrics().height() / 4,
        tested.isEmpty() ? font() : scaled(font(), addressScale, QFont::Normal),
        m_test.state == TestResult::State::Fails       ? colours.violation
            : m_test.state == TestResult::State::Works ? colours.text
                                                       : colours.secondary,
        words.width() - m_more->width(), tested.isEmpty() ? m_lastUse : tested, Qt::ElideRight);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

void ProfileCard::resizeEvent(QResizeEvent *event)
{
    QAbstractButton::resizeEvent(event);
    const QSize size = m_more->sizeHint();
    const int edge = margin() / 2;
    m_more->setGeometry(width() - size.width() - edge, height() - size.height() - edge,
        size.width(), size.height());
}

std::vector<QWidget *> ProfileCard::tabStops()
{
    return {this, m_more};
}

// A button reacts only to Space, and for it an arrow is like Tab. Like an entry of a list, a card
// reacts to Return as well, and an arrow leads to the card beside it.
void ProfileCard::keyPressEvent(QKeyEvent *event)
{
    const auto key = Qt::Key(event->key());
    if (key == Qt::Key_Return || key == Qt::Key_Enter)
        click();
    else if (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up
        || key == Qt::Key_Down)
        Q_EMIT arrowPressed(key);
    else
        QAbstractButton::keyPressEvent(event);
}

void ProfileCard::contextMenuEvent(QContextMenuEvent *event)
{
    m_menu->popup(event->globalPos());
}

} // namespace lockstep
