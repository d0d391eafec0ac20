#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace lockstep {

// What may be taken for granted: beside the verdict, which is worth no more than these.
class AssumptionSwitches : public QWidget
{
    Q_OBJECT

public:
    explicit AssumptionSwitches(QWidget *parent = nullptr);

    void setAssumptions(const std::vector<Assumption> &assumptions); // without a signal
    [[nodiscard]] std::vector<Assumption> assumptions() const;

Q_SIGNALS:
    void edited();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QLabel *m_label;
    std::vector<std::pair<Assumption, QCheckBox *>> m_boxes;
};

} // namespace lockstep
