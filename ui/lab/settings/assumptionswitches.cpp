#include "ui/lab/settings/assumptionswitches.h"

#include "ui/lab/words/explorationwords.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace lockstep {

AssumptionSwitches::AssumptionSwitches(QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
{
    const int unit = fontMetrics().height();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(unit * 3 / 4, unit / 3, unit * 3 / 4, unit / 3);
    layout->setSpacing(unit * 3 / 4);
    m_label->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_label);
    for (const Assumption each : {Assumption::WorkShorterThanLease, Assumption::TimersOnTime}) {
        auto *box = new QCheckBox(this);
        layout->addWidget(box);
        connect(box, &QCheckBox::clicked, this, &AssumptionSwitches::edited);
        m_boxes.emplace_back(each, box);
    }
    layout->addStretch(1);
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
