#include "ui/watch/alerts/alertstable.h"

#include "ui/text/wording.h"
#include "ui/watch/alerts/alertsmodel.h"
#include "ui/watch/alerts/severitycolour.h"
#include "ui/watchtext/alertwording.h"
#include "ui/widgets/marks.h"
#include "ui/widgets/tablemetrics.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

Marks::Glyph glyphOf(Severity severity)
{
    return severity == Severity::Info ? Marks::Glyph::None : Marks::Glyph::Exclamation;
}

} // namespace

// Paints the severity as a badge, keys in the fixed-width font, and times as far from the edge as
// the other tables have what stands last.
class AlertsTable::Delegate : public QStyledItemDelegate
{
public:
    Delegate(const Theme *theme, const AlertsModel *model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_model(model)
    {
    }

    bool isPale = false;

    // The widest badge with its padding.
    [[nodiscard]] static int severityWidth(const QFont &font)
    {
        double widest = 0;
        for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Critical})
            widest = std::max(
                widest, Marks::badgeWidth(font, glyphOf(severity), severityWord(severity)));
        const QFontMetricsF metrics(font);
        return qCeil(widest + edgePadding(metrics) + sidePadding(metrics));
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        if (index.column() == AlertsModel::KeyColumn)
            return paintKey(painter, option, index);
        const bool isLast = index.column() == AlertsModel::SinceColumn;
        if (index.column() != AlertsModel::SeverityColumn && !isLast)
            return QStyledItemDelegate::paint(painter, option, index);
        const Colours &colours = m_theme->colours();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, colours.selection);
        const QFontMetricsF metrics(option.font);
        if (isLast) {
            QStyleOptionViewItem inner = option;
            inner.rect.adjust(0, 0, -qCeil(sidePadding(metrics)), 0);
            return QStyledItemDelegate::paint(painter, inner, index);
        }
        const Severity severity = m_model->alert(index.row()).rule->severity;
        painter->save();
        painter->setFont(option.font);
        Marks(colours).badge(*painter,
            QRectF(option.rect).adjusted(edgePadding(metrics), 0, -sidePadding(metrics), 0),
            glyphOf(severity), severityWord(severity),
            isPale ? colours.secondary : severityColour(severity, colours));
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Colours &colours = m_theme->colours();
        const bool isQuiet = isPale || index.column() == AlertsModel::SinceColumn;
        const QColor colour = isQuiet ? colours.secondary : colours.text;
        option->textElideMode =
            index.column() == AlertsModel::KeyColumn ? Qt::ElideMiddle : Qt::ElideRight;
        if (index.column() == AlertsModel::KeyColumn) {
            option->font = fixedFont(option->font);
            option->text = wording::key(m_model->alert(index.row()).key);
        }
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
        option->palette.setColor(QPalette::Highlight, colours.selection);
        option->state &= ~QStyle::State_HasFocus;
    }

private:
    void paintKey(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        QStyledItemDelegate::paint(painter, option, index);
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        paintNameBesideKey(*painter, cell, wording::key(m_model->alert(index.row()).name.toUtf8()),
            option.font, m_theme->colours().secondary);
    }

    const Theme *m_theme;
    const AlertsModel *m_model;
};

AlertsTable::AlertsTable(AlertsModel *model, const Theme *theme, QWidget *parent)
    : RowTable(theme, parent)
    , m_model(model)
    , m_delegate(new Delegate(theme, model, this))
{
    setModel(model);
    setItemDelegate(m_delegate);
    setSelectionMode(SingleSelection);
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    applyFont();
    connect(model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { measureRows(first, last); });
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(this, &QAbstractItemView::clicked, this,
        [this](const QModelIndex &index) { Q_EMIT alertActivated(index.row(), false); });
    connect(this, &QAbstractItemView::doubleClicked, this,
        [this](const QModelIndex &index) { Q_EMIT alertActivated(index.row(), true); });
}

void AlertsTable::setPale(bool isPale)
{
    if (std::exchange(m_delegate->isPale, isPale) != isPale)
        viewport()->update();
}

void AlertsTable::showTime(Instant now)
{
    m_model->setNow(now);
    std::vector<QString> conditions;
    for (int row = std::max(0, rowAt(0)); row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, AlertsModel::WhatColumn);
        const QRect place = visualRect(index);
        if (place.top() >= viewport()->height())
            break;
        measureRows(row, row); // at midnight, the times of all rows get their date
        const std::size_t at = conditions.size();
        conditions.push_back(index.data().toString());
        if (at >= m_conditions.size() || m_conditions[at] != conditions[at])
            viewport()->update(place);
    }
    m_conditions = std::move(conditions);
}

QSize AlertsTable::sizeHint() const
{
    return {
        RowTable::sizeHint().width(), model()->rowCount() * verticalHeader()->defaultSectionSize()};
}

QSize AlertsTable::minimumSizeHint() const
{
    return {RowTable::minimumSizeHint().width(), verticalHeader()->defaultSectionSize()};
}

void AlertsTable::applyFont()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    m_widestKey = 0;
    m_widestSince = 0;
    measureRows(0, m_model->rowCount() - 1);
    divideWidth();
}

void AlertsTable::measureRows(int first, int last)
{
    const QFontMetrics keys(fixedFont(font()));
    int key = m_widestKey;
    int since = m_widestSince;
    for (int row = first; row <= last; ++row) {
        key = std::max(key, keys.horizontalAdvance(wording::key(m_model->alert(row).key)));
        since = std::max(since,
            fontMetrics().horizontalAdvance(
                m_model->index(row, AlertsModel::SinceColumn).data().toString()));
    }
    if (key == m_widestKey && since == m_widestSince)
        return;
    m_widestKey = key;
    m_widestSince = since;
    divideWidth();
}

// Divides the width. Conditions of usual length stay whole as long as the name and the key have
// room for a dozen characters each. A key that needs more gets up to half of the room, because it
// alone tells what the alert is about.
void AlertsTable::divideWidth()
{
    const int unit = fontMetrics().averageCharWidth();
    const int severity = Delegate::severityWidth(font());
    const int since = m_widestSince + 2 * unit + qCeil(sidePadding(QFontMetricsF(font())));
    const int rest = std::max(0, viewport()->width() - severity - since);
    const int usualWhat = std::min(unit * 30, rest * 2 / 5);
    const int usualKey = (rest - usualWhat) * 55 / 100;
    const int key = std::max(usualKey, std::min(m_widestKey + 2 * unit, rest / 2));
    const int what = std::min(usualWhat, (rest - key) * 55 / 100);
    const int name = rest - key - what;
    setColumnWidth(AlertsModel::SeverityColumn, severity);
    setColumnWidth(AlertsModel::NameColumn, name);
    setColumnWidth(AlertsModel::KeyColumn, key);
    setColumnWidth(AlertsModel::WhatColumn, what);
    setColumnWidth(AlertsModel::SinceColumn, since);
}

void AlertsTable::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentIndex().isValid())
        Q_EMIT alertActivated(currentIndex().row(), true);
    else
        RowTable::keyPressEvent(event);
}

void AlertsTable::resizeEvent(QResizeEvent *event)
{
    RowTable::resizeEvent(event);
    divideWidth();
}

void AlertsTable::changeEvent(QEvent *event)
{
    RowTable::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyFont();
    else if (event->type() == QEvent::LanguageChange)
        divideWidth();
}

} // namespace lockstep
