#pragma once

#include <QTabBar>

namespace lockstep {

class Theme;

// A tab bar of plain words, with the current one underlined.
class QuietTabs : public QTabBar
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit QuietTabs(const Theme *theme, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
