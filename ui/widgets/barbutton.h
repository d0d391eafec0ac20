#pragma once

#include <QAbstractButton>

namespace lockstep {

class Theme;

// A button of the top bar with an icon or a state dot, a text, a quieter text, and an arrow if it
// opens something. text() is the main text; setDetail() sets the quieter one.
class BarButton : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Dot : quint8 { None, Live, Waiting, Down, Recording };

    BarButton(const Theme *theme, bool opensSomething, QWidget *parent = nullptr);

    void setDot(Dot dot);
    void setIconName(const QString &name);
    void setDetail(const QString &detail);
    void setBold(bool bold);
    // Where the main text is cut if there is no room for it; at its end without this call.
    void setElideMode(Qt::TextElideMode mode);
    // Paints the button in the accent's colour, for the main action of a page.
    void setPrimary(bool primary);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QFont titleFont() const;
    [[nodiscard]] double unit() const;
    void paintDot(QPainter &painter, const QRectF &area) const;

    const Theme *m_theme;
    QString m_detail, m_iconName;
    Dot m_dot = Dot::None;
    Qt::TextElideMode m_elideMode = Qt::ElideRight;
    bool m_bold = false;
    bool m_primary = false;
    bool m_opensSomething;
};

} // namespace lockstep
