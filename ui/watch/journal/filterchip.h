#pragma once

#include <QAbstractButton>

namespace lockstep {

class Theme;

// One condition of a filter, as a small framed word with a cross: a click takes it away. Its text
// is cut with an ellipsis where there is no room, and is in the tool tip.
class FilterChip : public QAbstractButton
{
    Q_OBJECT

public:
    explicit FilterChip(const Theme *theme, QWidget *parent = nullptr);

    // An empty text hides it.
    void setCondition(const QString &text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
