#pragma once

#include "core/lab/scenario/scenario.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QLabel;

namespace lockstep {

// Switches for the assumptions of an exploration. They stand beside the verdict, which is worth no
// more than its assumptions. Where they do not fit side by side, they stand one above the other.
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
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void retranslate();

    QLabel *m_label;
    QBoxLayout *m_layout;
    std::vector<std::pair<Assumption, QCheckBox *>> m_boxes;
};

} // namespace lockstep
