// New entries come in at the top. A view that shows the top goes on showing the newest; one that
// was scrolled away must not move under the reader's eyes, so as many rows as came in above are
// scrolled down again.

#include "ui/watch/journalview.h"

#include "ui/theme.h"
#include "ui/watch/journalmodel.h"
#include "ui/watch/journalsentence.h"
#include "ui/wording.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>

#include <utility>

namespace lockstep {

namespace {

// Keys in a fixed-width face; the colour of the state that an entry tells of.
class EntryDelegate : public QStyledItemDelegate
{
public:
    EntryDelegate(const Theme *theme, const JournalFilter *filter, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_filter(filter)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Colours &colours = m_theme->colours();
        option->textElideMode =
            index.column() == JournalModel::Key ? Qt::ElideMiddle : Qt::ElideRight;
        if (index.column() == JournalModel::Key) {
            QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
            fixed.setPointSizeF(option->font.pointSizeF());
            option->font = fixed;
        }
        QColor colour = index.column() == JournalModel::Time ? colours.secondary : colours.text;
        if (index.column() == JournalModel::What)
            colour = stateColour(index, colours);
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
        option->palette.setColor(QPalette::Highlight, colours.selection);
        option->state &= ~QStyle::State_HasFocus;
    }

private:
    [[nodiscard]] QColor stateColour(const QModelIndex &index, const Colours &colours) const
    {
        const auto *model = static_cast<const JournalModel *>(m_filter->sourceModel());
        switch (model->entry(m_filter->mapToSource(index).row()).kind) {
        case JournalEntry::Kind::Expired:
            return colours.expiring;
        case JournalEntry::Kind::Exhausted:
            return colours.violation;
        default:
            return colours.text;
        }
    }

    const Theme *m_theme;
    const JournalFilter *m_filter;
};

} // namespace

JournalView::JournalView(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_model(new JournalModel(this))
    , m_filter(new JournalFilter(m_model, this))
    , m_table(new QTableView(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);

    setUpTable();
    applyColours();
    connect(theme, &Theme::changed, this, &JournalView::applyColours);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { keepPlace(last - first + 1); });
}

void JournalView::setUpTable()
{
    m_table->setModel(m_filter);
    m_table->setItemDelegate(new EntryDelegate(m_theme, m_filter, m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setAccessibleName(tr("Journal"));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    QHeaderView *columns = m_table->horizontalHeader();
    columns->hide();
    columns->setStretchLastSection(true);
    columns->resizeSection(JournalModel::Time, fontMetrics().averageCharWidth() * 16);
    columns->resizeSection(JournalModel::Key, fontMetrics().averageCharWidth() * 24);

    auto *action = new QAction(tr("Copy"), m_table);
    action->setShortcut(QKeySequence::Copy);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    connect(action, &QAction::triggered, this, &JournalView::copy);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &JournalView::openMenu);
}

void JournalView::applyColours()
{
    m_table->verticalScrollBar()->setStyleSheet(m_theme->scrollBarStyleSheet());
    m_table->viewport()->update();
}

void JournalView::openMenu(const QPoint &where)
{
    using Kind = JournalEntry::Kind;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &JournalView::copy);
    menu->addSeparator();
    const auto addKind = [this, menu](const QString &text, std::optional<Kind> kind) {
        QAction *action = menu->addAction(text, this, [this, kind] { setKind(kind); });
        action->setCheckable(true);
        action->setChecked(m_filter->kind() == kind);
    };
    addKind(tr("All events"), std::nullopt);
    for (int kind = 0; kind <= static_cast<int>(Kind::Unseen); ++kind)
        addKind(tr("Only: %1").arg(journalKind(static_cast<Kind>(kind))), static_cast<Kind>(kind));
    menu->popup(m_table->viewport()->mapToGlobal(where));
}

void JournalView::append(const std::vector<JournalEntry> &entries, qint64 total)
{
    m_model->append(entries);
    const QString shown = wording::number(m_model->rowCount());
    m_table->setAccessibleDescription(
        tr("last %1 of %2").arg(shown, wording::number(static_cast<double>(total))));
}

void JournalView::clear()
{
    m_model->clear();
    m_table->setAccessibleDescription({});
}

void JournalView::setFilter(const QString &text)
{
    m_filter->setKeys(KeyFilter(text));
}

void JournalView::setKind(std::optional<JournalEntry::Kind> kind)
{
    m_filter->setKind(kind);
}

void JournalView::keepPlace(int inserted)
{
    QScrollBar *bar = m_table->verticalScrollBar();
    if (bar->value() == bar->minimum())
        return;
    // The table learns its new range when it is laid out; batches until then are added up.
    if (std::exchange(m_cameInAbove, m_cameInAbove + inserted) > 0)
        return;
    QMetaObject::invokeMethod(
        m_table,
        [this, bar] {
            m_table->doItemsLayout();
            bar->setValue(bar->value() + std::exchange(m_cameInAbove, 0));
        },
        Qt::QueuedConnection);
}

QString JournalView::copyText() const
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty()) {
        for (int row = 0; row < m_filter->rowCount(); ++row)
            rows.append(m_filter->index(row, 0));
    }
    QStringList lines;
    for (const QModelIndex &row : rows) {
        QStringList cells;
        for (int column = 0; column < JournalModel::ColumnCount; ++column)
            cells.append(row.siblingAtColumn(column).data().toString());
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

void JournalView::copy()
{
    QGuiApplication::clipboard()->setText(copyText());
}

} // namespace lockstep
