#include "ui/window/rail.h"

#include "ui/watch/alerts/severitycolour.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lockstep {

class Rail::Button : public QAbstractButton
{
public:
    Button(const Theme *theme, const QString &iconName, const QString &title, QWidget *parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_iconName(iconName)
    {
        setTitle(title);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }

    void setTitle(const QString &title)
    {
        setText(title);
        nameAloud();
    }

    void setAlerts(int count, Severity worst)
    {
        if (count == m_alerts && worst == m_worst)
            return;
        m_alerts = count;
        m_worst = worst;
        nameAloud();
        update();
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
        if (m_alerts > 0)
            paintBadge(painter, QPointF(area.center().x() + side * 0.42, top + side * 0.18));
        if (text().isEmpty())
            return;
        painter.setFont(small());
        painter.setPen(colour);
        painter.drawText(QRectF(area.left(), top + side, area.width(), line * 1.1),
            int(Qt::AlignCenter), text());
    }

private:
    void nameAloud()
    {
        setAccessibleName(m_alerts == 0
                ? text()
                : text() + QStringLiteral(", ") + Rail::tr("%n alert(s)", nullptr, m_alerts));
    }

    // Paints the number in a filled pill at the corner of the icon.
    void paintBadge(QPainter &painter, const QPointF &middle) const
    {
        const Colours &colours = m_theme->colours();
        QFont font = small();
        font.setWeight(QFont::Bold);
        const QFontMetricsF metrics(font);
        const QString number = m_alerts > 99 ? QStringLiteral("99+") : QString::number(m_alerts);
        const double high = std::ceil(metrics.ascent() + 1);
        const double wide = std::max(high, metrics.horizontalAdvance(number) + high * 0.6);
        const QRectF pill(middle.x() - high / 2, middle.y() - high / 2, wide, high);
        painter.setPen(QPen(colours.panel, 1.5)); // separates it from the icon
        painter.setBrush(severityColour(m_worst, colours));
        painter.drawRoundedRect(pill, high / 2, high / 2);
        painter.setFont(font);
        painter.setPen(colours.panel);
        painter.drawText(pill, int(Qt::AlignCenter), number);
    }

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
    int m_alerts = 0;
    Severity m_worst = Severity::Info;
};

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
    m_menuButton = new Button(theme, QStringLiteral("menu"), {}, this);
    m_menuButton->setAccessibleName(tr("Menu"));
    m_menuButton->setToolTip(tr("Menu (F10)"));
    m_layout->addWidget(m_menuButton);
    connect(m_menuButton, &QAbstractButton::clicked, this, &Rail::openMenu);
    connect(m_pages, &QButtonGroup::idClicked, this, &Rail::pageChosen);
    connect(theme, &Theme::changed, this, [this] { update(); });
    setAccessibleName(tr("Pages"));
}

void Rail::addPage(const QString &iconName, const QString &title, const QString &shortcut)
{
    auto *button = new Button(m_theme, iconName, title, this);
    button->setCheckable(true);
    button->setToolTip(shortcut);
    const auto page = int(m_pages->buttons().size());
    button->setChecked(page == 0);
    m_pages->addButton(button, page);
    m_layout->insertWidget(page, button);
}

void Rail::setPageTitle(int page, const QString &title)
{
    button(page)->setTitle(title);
}

Rail::Button *Rail::button(int page) const
{
    return static_cast<Button *>(m_pages->button(page));
}

void Rail::setAlerts(int page, int count, Severity worst)
{
    button(page)->setAlerts(count, worst);
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
