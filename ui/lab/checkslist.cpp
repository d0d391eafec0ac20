#include "ui/lab/checkslist.h"

#include "ui/lab/explorationwords.h"
#include "ui/lab/verdictglyph.h"
#include "ui/theme.h"
#include "ui/watch/itemdelegate.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace lockstep {

namespace {

enum Role { KindRole = Qt::UserRole, SentenceRole };

class CheckDelegate : public QStyledItemDelegate
{
public:
    CheckDelegate(const Theme *theme, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {10, qRound(QFontMetricsF(option.font).height() * 2.7)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        const Colours &colours = m_theme->colours();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, colours.selection);
        const QFontMetricsF metrics(option.font);
        const double side = ItemDelegate::edgePadding(metrics);
        const QRectF area = QRectF(option.rect).adjusted(side, 0, -side, 0);
        const double size = metrics.ascent() * 0.75;
        const double top = area.top() + metrics.height() * 0.3;
        paintVerdict(*painter, QRectF(area.left(), top + (metrics.height() - size) / 2, size, size),
            Verdict::Kind(index.data(KindRole).toInt()), colours);
        const double left = area.left() + size + metrics.height() * 0.6;
        const auto line = [&](double at, const QString &text, const QColor &colour) {
            painter->setPen(colour);
            painter->drawText(QPointF(left, at + metrics.ascent()),
                metrics.elidedText(text, Qt::ElideRight, area.right() - left));
        };
        painter->setFont(option.font);
        line(top, index.data().toString(), colours.text);
        line(top + metrics.height(), index.data(SentenceRole).toString(), colours.secondary);
    }

private:
    const Theme *m_theme;
};

} // namespace

ChecksList::ChecksList(const Theme *theme, QWidget *parent)
    : QListWidget(parent)
    , m_theme(theme)
{
    setFrameShape(QFrame::NoFrame);
    setItemDelegate(new CheckDelegate(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Checks"));
    applyColours();
    connect(theme, &Theme::changed, this, &ChecksList::applyColours);
    connect(this, &QListWidget::itemClicked, this,
        [this](const QListWidgetItem *item) { Q_EMIT violationChosen(row(item)); });
    connect(this, &QListWidget::itemActivated, this,
        [this](const QListWidgetItem *item) { Q_EMIT violationChosen(row(item)); });
}

void ChecksList::setRun(const RunPtr &run)
{
    clear();
    if (!run)
        return;
    for (const CheckResult &result : run->results) {
        add(verdictKind(result.outcome), checkWords(result.check, run->options.settings),
            checkSentence(result, *run));
    }
}

void ChecksList::setExploration(const ExplorationPtr &exploration)
{
    clear();
    if (!exploration)
        return;
    for (const CheckFinding &finding : exploration->checks) {
        add(verdictKind(finding.verdict), checkWords(finding.check, exploration->options.settings),
            findingWords(finding));
    }
}

void ChecksList::add(Verdict::Kind kind, const QString &check, const QString &sentence)
{
    auto *item = new QListWidgetItem(check, this);
    item->setData(KindRole, int(kind));
    item->setData(SentenceRole, sentence);
    item->setToolTip(
        QStringLiteral("<p>%1<br>%2</p>").arg(check.toHtmlEscaped(), sentence.toHtmlEscaped()));
    item->setData(Qt::AccessibleTextRole,
        QStringLiteral("%1: %2. %3").arg(check, verdictWord(kind), sentence));
}

void ChecksList::changeEvent(QEvent *event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Checks"));
}

void ChecksList::applyColours()
{
    verticalScrollBar()->setStyleSheet(m_theme->scrollBarStyleSheet());
    viewport()->update();
}

} // namespace lockstep
