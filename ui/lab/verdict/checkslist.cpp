#include "ui/lab/verdict/checkslist.h"

#include "ui/lab/verdict/verdictglyph.h"
#include "ui/lab/words/explorationwords.h"
#include "ui/widgets/tablemetrics.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QtMath>

namespace lockstep {

namespace {

enum Role { OutcomeRole = Qt::UserRole, SentenceRole };

class CheckDelegate : public QStyledItemDelegate
{
public:
    CheckDelegate(const Theme *theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    // A row is as high as its two texts need at the width of the list.
    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto *list = qobject_cast<const QAbstractItemView *>(option.widget);
        const QFontMetricsF metrics(option.font);
        const QRectF row(0, 0, list ? list->viewport()->width() : 10, 0);
        const double width = wordsArea(row, metrics).width();
        return {10,
            qCeil(metrics.height() * 0.7 + heightOf(index.data().toString(), metrics, width)
                + heightOf(index.data(SentenceRole).toString(), metrics, width))};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        const Colours &colours = m_theme->colours();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, colours.selection);
        const QFontMetricsF metrics(option.font);
        const double side = edgePadding(metrics);
        const double size = metrics.ascent() * 0.75;
        QRectF area = wordsArea(option.rect, metrics);
        paintVerdict(*painter,
            QRectF(
                option.rect.left() + side, area.top() + (metrics.height() - size) / 2, size, size),
            CheckOutcome(index.data(OutcomeRole).toInt()), colours);
        const auto write = [&](const QString &text, const QColor &colour) {
            painter->setPen(colour);
            painter->drawText(area, wrapping, text);
            area.setTop(area.top() + heightOf(text, metrics, area.width()));
        };
        painter->setFont(option.font);
        write(index.data().toString(), colours.text);
        write(index.data(SentenceRole).toString(), colours.secondary);
    }

private:
    static constexpr int wrapping = int(Qt::AlignLeft) | int(Qt::AlignTop) | int(Qt::TextWordWrap);

    [[nodiscard]] static QRectF wordsArea(const QRectF &row, const QFontMetricsF &metrics)
    {
        const double side = edgePadding(metrics);
        const double glyph = metrics.ascent() * 0.75 + metrics.height() * 0.6;
        return row.adjusted(side + glyph, metrics.height() * 0.3, -side, 0);
    }

    [[nodiscard]] static double heightOf(
        const QString &text, const QFontMetricsF &metrics, double width)
    {
        return metrics.boundingRect(QRectF(0, 0, width, 1e4), wrapping, text).height();
    }

    const Theme *m_theme;
};

} // namespace

ChecksList::ChecksList(const Theme *theme, QWidget *parent)
    : QListWidget(parent)
{
    setFrameShape(QFrame::NoFrame);
    setItemDelegate(new CheckDelegate(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust); // wraps the texts anew when the width changes
    setAccessibleName(tr("Checks"));
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(this, &QListWidget::itemClicked, this,
        [this](const QListWidgetItem *item) { Q_EMIT checkChosen(row(item)); });
}

void ChecksList::setRun(const RunPtr &run)
{
    clear();
    if (!run)
        return;
    for (const CheckResult &result : run->results) {
        add(result.outcome, checkWords(result.check, run->options.settings),
            checkSentence(result, *run));
    }
}

void ChecksList::setExploration(const ExplorationPtr &exploration)
{
    clear();
    if (!exploration)
        return;
    for (const CheckFinding &finding : exploration->checks) {
        add(finding.verdict, checkWords(finding.check, exploration->options.settings),
            findingWords(finding, exploration->endedEarly()));
    }
}

void ChecksList::add(CheckOutcome outcome, const QString &check, const QString &sentence)
{
    auto *item = new QListWidgetItem(check, this);
    item->setData(OutcomeRole, int(outcome));
    item->setData(SentenceRole, sentence);
    item->setToolTip(
        QStringLiteral("<p>%1<br>%2</p>").arg(check.toHtmlEscaped(), sentence.toHtmlEscaped()));
    item->setData(Qt::AccessibleTextRole,
        tr("%1: %2. %3", "check: verdict; sentence").arg(check, outcomeWord(outcome), sentence));
}

// Not by itemActivated(): a mouse emits it too, beside itemClicked(), after one click or two.
void ChecksList::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && currentRow() >= 0)
        Q_EMIT checkChosen(currentRow());
    else
        QListWidget::keyPressEvent(event);
}

void ChecksList::changeEvent(QEvent *event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Checks"));
}

} // namespace lockstep
