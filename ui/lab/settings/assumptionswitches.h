#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace lockstep {

// Switches for the assumptions of an exploration. They stand beside the verdict, which is worth no
// more than its assumptions.
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
