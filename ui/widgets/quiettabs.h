#pragma once

#include <QTabBar>

namespace lockstep {

class Theme;

// Words in a row over what they switch, the present one underlined.
class QuietTabs : public QTabBar
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit QuietTabs(const Theme *theme, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
