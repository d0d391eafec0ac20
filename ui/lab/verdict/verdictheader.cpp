#include "ui/lab/verdict/verdictheader.h"

#include "ui/lab/verdict/verdictglyph.h"
#include "ui/text/wording.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>

namespace lockstep {

VerdictHeader::VerdictHeader(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_sentence(new QLabel(this))
    , m_details(new QLabel(this))
    , m_note(new QLabel(this))
{
    for (QLabel *label : {m_sentence, m_details, m_note}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    }
    m_details->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(2);
    layout->addWidget(m_sentence);
    layout->addWidget(m_details);
    layout->addWidget(m_note);
    m_note->hide();
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    applyFont();
    connect(theme, &Theme::changed, this, [this] { update(); });
}

// Returns the height that the texts need at the present width. Splitters respect this hint, and the
// layout's own hint is far too high: it assumes the least width, at which each word has a line of
// its own.
QSize VerdictHeader::minimumSizeHint() const
{
    return {layout()->minimumSize().width(), heightForWidth(width())};
}

void VerdictHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
}

void VerdictHeader::setNothing(const QString &title, const QString &words)
{
    showSentence(Sign::None, title, words);
}

void VerdictHeader::setProgress(const RunProgress &progress)
{
    setProgress(progress.judging ? tr("Judging round %1…").arg(wording::number(progress.round + 1))
                                 : tr("Running round %1…").arg(wording::number(progress.round + 1)),
        runProgressWords(progress));
}

void VerdictHeader::setProgress(const QString &sentence, const QString &details)
{
    showSentence(Sign::Running, sentence, details);
}

void VerdictHeader::setVerdict(const Verdict &verdict, const QString &scenario)
{
    m_outcome = verdict.outcome;
    showSentence(Sign::Verdict, verdict.sentence,
        scenario.isEmpty() ? verdict.details : scenario + QStringLiteral(" · ") + verdict.details);
}

void VerdictHeader::showSentence(Sign sign, const QString &sentence, const QString &details)
{
    if (sign != m_sign) {
        m_sign = sign;
        applyFont();
    }
    if (m_sentence->text() != sentence)
        m_sentence->setText(sentence);
    if (m_details->text() != details)
        m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    setAccessibleName(sign == Sign::Verdict
            ? tr("%1: %2", "verdict: sentence").arg(outcomeWord(m_outcome), sentence)
            : sentence);
    setAccessibleDescription(details);
    update();
}

void VerdictHeader::setNote(const QString &note)
{
    if (m_note->text() != note)
        m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

QString VerdictHeader::note() const
{
    return m_note->text();
}

QString VerdictHeader::sentence() const
{
    return m_sentence->text();
}

QString VerdictHeader::details() const
{
    return m_details->text();
}

void VerdictHeader::paintEvent(QPaintEvent *)
{
    const Colours &colours = m_theme->colours();
    QPainter painter(this);
    painter.fillRect(0, height() - 1, width(), 1, colours.hairline);
    if (m_sign == Sign::None)
        return;
    const double unit = fontMetrics().height();
    const QRectF box(unit * 0.75,
        m_sentence->y() + (m_sentence->fontMetrics().height() - unit * 1.2) / 2, unit * 1.2,
        unit * 1.2);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_sign == Sign::Running) {
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.adjusted(3, 3, -3, -3));
        painter.setBrush(colours.accent);
        painter.drawEllipse(box.center(), 2, 2);
        return;
    }
    if (m_outcome != CheckOutcome::Violated)
        return paintVerdict(painter, box.adjusted(2, 2, -2, -2), m_outcome, colours);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.violation);
    painter.drawRoundedRect(box, 3, 3);
    QPen cross(colours.dark ? colours.ground : colours.panel, unit * 0.16);
    cross.setCapStyle(Qt::RoundCap);
    painter.setPen(cross);
    const QRectF inner = box.adjusted(unit * 0.34, unit * 0.34, -unit * 0.34, -unit * 0.34);
    painter.drawLine(inner.topLeft(), inner.bottomRight());
    painter.drawLine(inner.topRight(), inner.bottomLeft());
}

void VerdictHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && !m_applying)
        applyFont();
}

void VerdictHeader::applyFont()
{
    m_applying = true;
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    if (bold.pointSizeF() > 0)
        bold.setPointSizeF(bold.pointSizeF() * 1.12);
    m_sentence->setFont(bold);
    const int unit = fontMetrics().height();
    const int left = m_sign == Sign::None ? unit * 3 / 4 : unit * 5 / 2;
    layout()->setContentsMargins(left, unit / 2, unit * 3 / 4, unit / 2 + 1);
    m_applying = false;
}

} // namespace lockstep
