// The entries are buttons, so that they have focus, keys and a name for screen readers. They are
// arranged in as many rows as necessary. Each is made once and is hidden while its state does not
// occur, because destroying it could lose the focus.

#include "ui/lab/timeline/timelinelegend.h"

#include "ui/lab/drawing/statemarks.h"
#include "ui/widgets/theme.h"

#include <QAbstractButton>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace lockstep {

using State = LaneSpan::State;

class TimelineLegend::Entry : public QAbstractButton
{
public:
    Entry(State state, TimelineLegend *legend)
        : QAbstractButton(legend)
        , m_state(state)
        , m_legend(legend)
    {
        setCheckable(true);
        setChecked(true);
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
        hide();
        retranslate();
        connect(this, &QAbstractButton::clicked, legend,
            [this] { m_legend->toggle(m_state, m_alone); });
    }

    [[nodiscard]] State state() const { return m_state; }
    void retranslate()
    {
        setText(StateMarks::word(m_state));
        setToolTip(TimelineLegend::tr("Click: hide or show. Shift and click: this alone."));
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetricsF metrics(font());
        const double width =
            swatch() + glyph() + metrics.horizontalAdvance(text()) + metrics.height() * 1.5;
        return {int(std::ceil(width)), int(std::ceil(metrics.height() * 1.55))};
    }

protected:
    void mousePressEvent(QMouseEvent *event) override
    {
        m_alone = event->modifiers() & Qt::ShiftModifier;
        QAbstractButton::mousePressEvent(event);
    }

    void mouseDoubleClickEvent(QMouseEvent *event) override
    {
        // The first click of a double click has already toggled the state.
        m_alone = true;
        QAbstractButton::mousePressEvent(event);
    }

    void keyPressEvent(QKeyEvent *event) override
    {
        m_alone = event->modifiers() & Qt::ShiftModifier;
        QAbstractButton::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QFontMetricsF metrics(font());
        const Colours &colours = m_legend->m_marks->colours();
        const double pad = metrics.height() * 0.3;
        const QRectF box(pad, std::round((height() - metrics.height() * 0.8) / 2), swatch(),
            std::round(metrics.height() * 0.8));
        if (hasFocus()) {
            painter.setPen(QPen(colours.accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect().adjusted(0, 0, -1, -1));
        }
        const QColor ink = isChecked() ? colours.text : colours.secondary;
        if (!isChecked())
            painter.setOpacity(0.55);
        paintSwatch(painter, box);
        const double size = metrics.height() * 0.55;
        const QRectF mark(box.right() + pad, (height() - size) / 2.0, size, size);
        m_legend->m_marks->glyph(
            painter, mark, m_state, m_state == State::TooMany ? colours.violation : ink);
        QFont shown = font();
        shown.setStrikeOut(!isChecked());
        painter.setFont(shown);
        painter.setPen(ink);
        painter.drawText(
            QPointF(mark.right() + pad, (height() + metrics.ascent() - metrics.descent()) / 2),
            text());
    }

private:
    void paintSwatch(QPainter &painter, const QRectF &box) const
    {
        const StateMarks &marks = *m_legend->m_marks;
        if (m_state == State::Outside || m_state == State::Crashed) {
            const double end = m_state == State::Crashed ? box.width() * 0.6 : box.width();
            painter.fillRect(
                QRectF(box.left(), box.center().y() - 1, end, 2), marks.colour(m_state));
            if (m_state == State::Crashed)
                painter.fillRect(QRectF(box.left() + end, box.top() + 2, 2, box.height() - 4),
                    marks.colours().secondary);
            return;
        }
        marks.boxes(painter, {box.toRect()}, m_state);
    }

    [[nodiscard]] double swatch() const { return QFontMetricsF(font()).height() * 1.5; }
    [[nodiscard]] double glyph() const { return QFontMetricsF(font()).height() * 0.55; }

    State m_state;
    TimelineLegend *m_legend;
    bool m_alone = false;
};

TimelineLegend::TimelineLegend(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_marks(std::make_unique<StateMarks>(theme->colours()))
{
    setAccessibleName(tr("Legend"));
    for (const State state : StateMarks::inOrder)
        m_entries.push_back(new Entry(state, this));
    connect(theme, &Theme::changed, this, [this] {
        m_marks = std::make_unique<StateMarks>(m_theme->colours());
        update();
    });
}

TimelineLegend::~TimelineLegend() = default;

void TimelineLegend::setOccurring(StateSet states)
{
    if (states == m_occurring)
        return;
    m_occurring = states;
    for (Entry *entry : m_entries)
        entry->setVisible(m_occurring.contains(entry->state()));
    place(width(), true);
    updateGeometry();
}

void TimelineLegend::setShown(StateSet states)
{
    if (states == m_shown)
        return;
    m_shown = states;
    for (Entry *entry : m_entries)
        entry->setChecked(m_shown.contains(entry->state()));
    Q_EMIT shownChanged(m_shown);
}

void TimelineLegend::toggle(State state, bool alone)
{
    const StateSet one{state};
    const StateSet before = m_shown;
    const bool isAlone = (m_shown & m_occurring) == one;
    setShown(alone ? (isAlone ? StateSet::all() : one | ~m_occurring) : m_shown ^ one);
    if (m_shown == before) { // the button has toggled its own check mark
        for (Entry *entry : m_entries)
            entry->setChecked(m_shown.contains(entry->state()));
    }
}

int TimelineLegend::place(int width, bool moves) const
{
    int x = 0;
    int y = 0;
    int high = QFontMetrics(font()).height() * 3 / 2;
    for (Entry *entry : m_entries) {
        if (entry->isHidden())
            continue;
        const QSize size = entry->sizeHint();
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += size.height();
        }
        if (moves)
            entry->setGeometry(QRect(QPoint(x, y), size));
        x += size.width();
        high = size.height();
    }
    return y + high;
}

QSize TimelineLegend::sizeHint() const
{
    return {200, heightForWidth(width())};
}

int TimelineLegend::heightForWidth(int width) const
{
    return place(width, false);
}

void TimelineLegend::resizeEvent(QResizeEvent *)
{
    place(width(), true);
}

void TimelineLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        place(width(), true);
    if (event->type() != QEvent::LanguageChange)
        return;
    for (Entry *entry : m_entries)
        entry->retranslate();
    place(width(), true);
    updateGeometry();
}

} // namespace lockstep
