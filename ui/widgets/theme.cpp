// The style is Fusion with a palette. That looks the same on every desktop, and tables are painted
// without a style sheet: one for the whole application makes every cell of every table several
// times as expensive, and switches native metrics off. Widgets whose look no palette can express
// paint themselves.
//
// Qt 6.4 cannot tell whether the desktop is dark, but it passes on the desktop's palette. To read
// that again after ours was set, ours is removed for a moment. The events that this causes are
// ignored.

#include "ui/widgets/theme.h"

#include "ui/widgets/outlinedstyle.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>

namespace lockstep {

namespace {

QPalette paletteOf(const Colours &c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.ground);
    palette.setColor(QPalette::Base, c.panel);
    palette.setColor(QPalette::AlternateBase, c.ground);
    palette.setColor(QPalette::Button, c.panel);
    palette.setColor(QPalette::ToolTipBase, c.panel);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
             QPalette::ToolTipText, QPalette::BrightText})
        palette.setColor(role, c.text);
    palette.setColor(QPalette::PlaceholderText, c.secondary);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.dark ? c.ground : c.panel);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::Light, c.dark ? c.hairline.lighter(115) : c.panel);
    palette.setColor(QPalette::Midlight, c.hairline);
    palette.setColor(QPalette::Mid, c.hairline.darker(c.dark ? 90 : 110));
    palette.setColor(QPalette::Dark, c.hairline.darker(c.dark ? 80 : 125));
    palette.setColor(QPalette::Shadow, c.dark ? c.ground.darker(150) : c.secondary);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.secondary);
    return palette;
}

} // namespace

// Every colour of words has a contrast of 4.5 : 1 to the ground and to panels. Fills have 3 : 1 to
// panels, and are chosen for their distance from each other (see ui/README.md).
const Colours &Colours::light()
{
    static const Colours colours{QColor(0xF5F6F8), QColor(0xFFFFFF), QColor(0xDFE3E8),
        QColor(0x1B2129), QColor(0x66717E), QColor(0x2F5BEA), QColor(0xE8EEFF), QColor(0xD5D9E0),
        QColor(0x7089FF), QColor(0x005523), QColor(0xAB9005), QColor(0x8E2F72), QColor(0x806B04),
        false};
    return colours;
}

const Colours &Colours::darkColours()
{
    static const Colours colours{QColor(0x14181D), QColor(0x1B2027), QColor(0x2B323B),
        QColor(0xE8ECF1), QColor(0x94A0AD), QColor(0x7C9BFF), QColor(0x26314D), QColor(0x4A515B),
        QColor(0x677CDC), QColor(0x80F4EF), QColor(0xFFE250), QColor(0xE77887), QColor(0xFFE250),
        true};
    return colours;
}

Theme::Theme(QApplication *application)
    : QObject(application)
    , m_application(application)
{
    m_application->setStyle(new OutlinedStyle);
    m_application->installEventFilter(this);
    readDesktop();
    apply();
}

void Theme::setChoice(Choice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    if (choice == Choice::System)
        readDesktop();
    apply();
    Q_EMIT changed();
}

Theme::Choice Theme::choice() const
{
    return m_choice;
}

const Colours &Theme::colours() const
{
    const bool dark = m_choice == Choice::System ? m_desktopIsDark : m_choice == Choice::Dark;
    return dark ? Colours::darkColours() : Colours::light();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    const bool ours = m_applying || m_choice != Choice::System || watched != m_application;
    if (!ours && event->type() == QEvent::ApplicationPaletteChange) {
        const bool wasDark = m_desktopIsDark;
        readDesktop();
        apply();
        if (wasDark != m_desktopIsDark)
            Q_EMIT changed();
    }
    return QObject::eventFilter(watched, event);
}

void Theme::readDesktop()
{
    m_applying = true;
    m_application->setPalette(QPalette());
    const QPalette palette = m_application->palette();
    m_desktopIsDark = palette.color(QPalette::Window).lightness()
        < palette.color(QPalette::WindowText).lightness();
    m_applying = false;
}

void Theme::apply()
{
    m_applying = true;
    m_application->setPalette(paletteOf(colours()));
    m_applying = false;
}

} // namespace lockstep
