#include "ui/lab/settings/assumptionswitches.h"

#include "ui/lab/words/explorationwords.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QEvent>
#include <QLabel>

namespace lockstep {

AssumptionSwitches::AssumptionSwitches(QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    const int unit = fontMetrics().height();
    m_layout->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 3);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    m_layout->addWidget(m_label);
    for (const Assumption each : {Assumption::WorkShorterThanLease, Assumption::TimersOnTime}) {
        auto *box = new QCheckBox(this);
        m_layout->addWidget(box);
        connect(box, &QCheckBox::clicked, this, &AssumptionSwitches::edited);
        m_boxes.emplace_back(each, box);
    }
    m_layout->addStretch(1);
    retranslate();
}

void AssumptionSwitches::setAssumptions(const std::vector<Assumption> &assumptions)
{
    for (const auto &[each, box] : m_boxes)
        box->setChecked(
            std::find(assumptions.begin(), assumptions.end(), each) != assumptions.end());
}

std::vector<Assumption> AssumptionSwitches::assumptions() const
{
    std::vector<Assumption> assumptions;
    for (const auto &[each, box] : m_boxes) {
        if (box->isChecked())
            assumptions.push_back(each);
    }
    return assumptions;
}

void AssumptionSwitches::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        arrange();
}

void AssumptionSwitches::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void AssumptionSwitches::arrange()
{
    const int unit = fontMetrics().height();
    const int gap = unit * 3 / 4;
    const QMargins margins = m_layout->contentsMargins();
    int sideBySide = margins.left() + m_label->sizeHint().width() + margins.right();
    for (const auto &[each, box] : m_boxes)
        sideBySide += gap + box->sizeHint().width();
    const bool fits = sideBySide <= width();
    m_layout->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setSpacing(fits ? gap : unit / 4);
}

void AssumptionSwitches::retranslate()
{
    m_label->setText(tr("Assume:"));
    for (const auto &[each, box] : m_boxes) {
        box->setText(assumptionWords(each));
        box->setToolTip(each == Assumption::WorkShorterThanLease
                ? tr("No key expires while somebody is inside.")
                : tr("Time does not pass while a timer is due that has not been taken."));
    }
}

} // namespace lockstep
