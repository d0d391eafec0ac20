#pragma once

#include <QAbstractButton>

namespace lockstep {

class Theme;

// Shows one condition of a filter as a small framed text with a cross; a click removes the
// condition. A text that is too long is shortened and is whole in the tool tip.
class FilterChip : public QAbstractButton
{
    Q_OBJECT

public:
    explicit FilterChip(const Theme *theme, QWidget *parent = nullptr);

    // Sets the text; an empty one hides the chip.
    void setCondition(const QString &text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
