#pragma once

#include <QAbstractButton>

namespace lockstep {

class Theme;

// A small switch in the heading of a table's panel, for whether rows are grouped.
class GroupSwitch : public QAbstractButton
{
    Q_OBJECT

public:
    explicit GroupSwitch(const Theme *theme, QWidget *parent = nullptr);

    void retranslate();
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
