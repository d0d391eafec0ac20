#pragma once

#include <QTabBar>

namespace lockstep {

class Theme;

// The switch between the modes of the lab: a few words in one frame, one of which is chosen.
class ModeSwitch : public QTabBar
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit ModeSwitch(const Theme *theme, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
