#include "ui/window/rail.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep {

namespace {

class RailButton : public QAbstractButton
{
public:
    RailButton(const Theme *theme, const QString &iconName, const QString &title, QWidget *parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_iconName(iconName)
    {
        setText(title);
        setAccessibleName(title);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const int line = fontMetrics().height();
        const int words = text().isEmpty() ? 0 : line;
        return {std::max(line * 3, QFontMetrics(small()).horizontalAdvance(text()) + line),
            qRound(line * 2.1) + words};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Colours &colours = m_theme->colours();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF area = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.setPen(hasFocus() ? QPen(colours.accent) : QPen(Qt::NoPen));
        painter.setBrush(isChecked() ? QBrush(colours.selection)
                : underMouse()       ? QBrush(colours.ground)
                                     : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(area, 6, 6);
        const QColor colour = isChecked() ? colours.accent : colours.secondary;
        const double line = fontMetrics().height();
        const double side = line * 1.35;
        const double words = text().isEmpty() ? 0 : line;
        const double top = area.center().y() - (side + words) / 2;
        paintIcon(
            painter, QRectF(area.center().x() - side / 2, top, side, side), m_iconName, colour);
        if (text().isEmpty())
            return;
        painter.setFont(small());
        painter.setPen(colour);
        painter.drawText(QRectF(area.left(), top + side, area.width(), line * 1.1),
            int(Qt::AlignCenter), text());
    }

private:
    [[nodiscard]] QFont small() const
    {
        QFont font = this->font();
        if (font.pointSizeF() > 0)
            font.setPointSizeF(font.pointSizeF() * 0.88);
        if (isChecked())
            font.setWeight(QFont::DemiBold);
        return font;
    }

    const Theme *m_theme;
    QString m_iconName;
};

} // namespace

Rail::Rail(const Theme *theme, QMenu *menu, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_menu(menu)
    , m_layout(new QVBoxLayout(this))
    , m_pages(new QButtonGroup(this))
    , m_menuButton(nullptr)
{
    m_layout->setContentsMargins(6, 10, 7, 10);
    m_layout->setSpacing(4);
    m_layout->addStretch(1);
    auto *button = new RailButton(theme, QStringLiteral("menu"), {}, this);
    button->setAccessibleName(tr("Menu"));
    button->setToolTip(tr("Menu (F10)"));
    m_menuButton = button;
    m_layout->addWidget(button);
    connect(button, &QAbstractButton::clicked, this, &Rail::openMenu);
    connect(m_pages, &QButtonGroup::idClicked, this, &Rail::pageChosen);
    connect(theme, &Theme::changed, this, [this] { update(); });
    setAccessibleName(tr("Pages"));
}

void Rail::addPage(const QString &iconName, const QString &title, const QString &shortcut)
{
    auto *button = new RailButton(m_theme, iconName, title, this);
    button->setCheckable(true);
    button->setToolTip(shortcut);
    const auto page = int(m_pages->buttons().size());
    button->setChecked(page == 0);
    m_pages->addButton(button, page);
    m_layout->insertWidget(page, button);
}

void Rail::setPageTitle(int page, const QString &title)
{
    m_pages->button(page)->setText(title);
    m_pages->button(page)->setAccessibleName(title);
}

void Rail::setCurrentPage(int page)
{
    m_pages->button(page)->setChecked(true);
}

void Rail::openMenu()
{
    m_menu->popup(m_menuButton->mapToGlobal(QPoint(m_menuButton->width(), 0)));
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colours().panel);
    painter.fillRect(width() - 1, 0, 1, height(), m_theme->colours().hairline);
}

} // namespace lockstep
