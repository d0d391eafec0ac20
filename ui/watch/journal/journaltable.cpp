// New lines are inserted at the top. If the table shows the top, it continues to show the newest.
// If it was scrolled, the lines must not move under the reader's eyes, so it scrolls down by as
// many rows as were inserted above.
//
// A sentence that is too wide is first written with holders' names that are cut in the middle, and
// only then cut off at its end. The end is often a holder's name, and both ends of a name say more
// than its first half.

#include "ui/watch/journal/journaltable.h"

#include "ui/export/csvcell.h"
#include "ui/watch/journal/journalmodel.h"
#include "ui/watch/journal/journalsentence.h"
#include "ui/widgets/theme.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

// Characters of a holder's name in a sentence that is too wide, from the first try to the last.
// With fewer than three or four at each end, names could often not be told apart.
constexpr int firstHolderLimit = 24;
constexpr int lastHolderLimit = 8;
constexpr int holderLimitStep = 4;

QFont fixedFontLike(const QFont &font)
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font.pointSizeF());
    return fixed;
}

// Paints keys in the fixed-width font with the names that rules give them, and sentences in the
// colour of the state that they report.
class EntryDelegate : public QStyledItemDelegate
{
public:
    EntryDelegate(const Theme *theme, const JournalModel *model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_model(model)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        if (index.column() != JournalModel::Key)
            return;
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        paintNameBesideKey(*painter, cell, JournalModel::nameOfKey(m_model->entry(index.row())),
            option.font, m_theme->colours().secondary);
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Colours &colours = m_theme->colours();
        const JournalEntry &entry = m_model->entry(index.row());
        QColor colour = index.column() == JournalModel::Time ? colours.secondary : colours.text;
        option->textElideMode = Qt::ElideRight;
        if (index.column() == JournalModel::Key) {
            option->textElideMode = Qt::ElideMiddle;
            option->font = fixedFontLike(option->font);
        } else if (index.column() == JournalModel::What) {
            option->text = fittingSentence(entry, *option);
            colour = kindColour(entry.kind, colours);
        }
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
        option->palette.setColor(QPalette::Highlight, colours.selection);
        option->state &= ~QStyle::State_HasFocus;
    }

private:
    [[nodiscard]] static QString fittingSentence(
        const JournalEntry &entry, const QStyleOptionViewItem &option)
    {
        const QFontMetrics metrics(option.font);
        const int room = option.rect.width() - metrics.averageCharWidth();
        QString sentence = option.text;
        for (int limit = firstHolderLimit;
             metrics.horizontalAdvance(sentence) > room && limit >= lastHolderLimit;
             limit -= holderLimitStep)
            sentence = journalSentence(entry, limit);
        return sentence;
    }

    [[nodiscard]] static QColor kindColour(JournalEntry::Kind kind, const Colours &colours)
    {
        switch (kind) {
        case JournalEntry::Kind::Expired:
        case JournalEntry::Kind::DeadlineChanged:
            return colours.expiringText;
        case JournalEntry::Kind::Exhausted:
        case JournalEntry::Kind::Firing:
            return colours.violation;
        case JournalEntry::Kind::Restarted:
        case JournalEntry::Kind::Unseen:
        case JournalEntry::Kind::MaybeMissed:
            return colours.secondary;
        case JournalEntry::Kind::Appeared:
        case JournalEntry::Kind::Acquired:
        case JournalEntry::Kind::Renewed:
        case JournalEntry::Kind::Released:
        case JournalEntry::Kind::HandedOver:
        case JournalEntry::Kind::Gone:
        case JournalEntry::Kind::MovedAway:
        case JournalEntry::Kind::ReleasedByHand:
        case JournalEntry::Kind::Resolved:
            break;
        }
        return colours.text;
    }

    const Theme *m_theme;
    const JournalModel *m_model;
};

} // namespace

JournalTable::JournalTable(JournalModel *model, const Theme *theme, QWidget *parent)
    : RowTable(theme, parent)
    , m_model(model)
{
    setModel(model);
    setItemDelegate(new EntryDelegate(theme, model, this));
    setUp();
    connect(model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { keepPlace(first, last - first + 1); });
    connect(model, &QAbstractItemModel::modelReset, this, [this] { m_rowsAddedAbove = 0; });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &JournalTable::placeChanged);
    connect(this, &QAbstractItemView::clicked, this,
        [this](const QModelIndex &index) { Q_EMIT lineActivated(index.row(), false); });
    connect(this, &QAbstractItemView::doubleClicked, this,
        [this](const QModelIndex &index) { Q_EMIT lineActivated(index.row(), true); });
}

void JournalTable::setUp()
{
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Journal"));
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    fitToFont();
}

void JournalTable::fitToFont()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    divideWidth();
}

// Divides the width. The sentence gets three fifths of what the time leaves, but never less than
// usual sentences need, as long as the key has room for a dozen characters. Where there is no room
// for both, the key gets these, but at most half.
void JournalTable::divideWidth()
{
    const int unit = fontMetrics().averageCharWidth();
    const int time = fontMetrics().horizontalAdvance(QStringLiteral("00:00:00.000")) + 2 * unit;
    const int rest = std::max(0, viewport()->width() - time);
    const int leastKey = QFontMetrics(fixedFontLike(font())).averageCharWidth() * 14;
    const int usualSentence = unit * 42;
    const int key =
        std::max(std::min(leastKey, rest / 2), std::min(rest * 2 / 5, rest - usualSentence));
    setColumnWidth(JournalModel::Time, time);
    setColumnWidth(JournalModel::Key, key);
    setColumnWidth(JournalModel::What, rest - key);
}

bool JournalTable::showsNewest() const
{
    return m_rowsAddedAbove == 0 && verticalScrollBar()->value() == verticalScrollBar()->minimum();
}

void JournalTable::showNewest()
{
    m_rowsAddedAbove = 0;
    scrollToTop();
    if (m_model->rowCount() > 0)
        setCurrentIndex(m_model->index(0, 0));
}

void JournalTable::showRow(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    const QModelIndex line = m_model->index(row, 0);
    setCurrentIndex(line);
    scrollTo(line, PositionAtCenter);
}

void JournalTable::keepPlace(int first, int inserted)
{
    const QScrollBar *bar = verticalScrollBar();
    if (first > 0 || bar->value() == bar->minimum())
        return;
    // The table updates its scroll range only with the next layout; rows inserted until then are
    // added up.
    if (std::exchange(m_rowsAddedAbove, m_rowsAddedAbove + inserted) > 0)
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            doItemsLayout();
            verticalScrollBar()->setValue(
                verticalScrollBar()->value() + std::exchange(m_rowsAddedAbove, 0));
        },
        Qt::QueuedConnection);
}

void JournalTable::keyPressEvent(QKeyEvent *event)
{
    const bool plain =
        event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    const auto key = event->key();
    if (plain && key == Qt::Key_Home)
        showNewest();
    else if (plain && key == Qt::Key_End)
        showRow(m_model->rowCount() - 1);
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && currentIndex().isValid())
        Q_EMIT lineActivated(currentIndex().row(), true);
    else
        RowTable::keyPressEvent(event);
}

void JournalTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    divideWidth();
}

void JournalTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitToFont();
}

qsizetype JournalTable::linesToCopy() const
{
    qsizetype count = 0;
    for (const QItemSelectionRange &range : selectionModel()->selection())
        count += range.height();
    return count > 0 ? count : m_model->rowCount();
}

QString JournalTable::copyText() const
{
    const bool anySelected = selectionModel()->hasSelection();
    QStringList lines;
    for (int row = 0; row < m_model->rowCount() && lines.size() < mostCopied; ++row) {
        const QModelIndex line = m_model->index(row, 0);
        if (anySelected && !selectionModel()->isSelected(line))
            continue;
        QStringList cells;
        for (int column = 0; column < JournalModel::ColumnCount; ++column)
            cells.append(tsvCell(line.siblingAtColumn(column).data().toString()));
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockstep
