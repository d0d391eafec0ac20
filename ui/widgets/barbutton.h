#pragma once

#include <QAbstractButton>
#include <QComboBox>

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
    // Sets what is shown in place of the text where that has no room.
    void setShortText(const QString &text);
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
    [[nodiscard]] double widthWithoutDetail() const;
    void paintDot(QPainter &painter, const QRectF &area) const;

    const Theme *m_theme;
    QString m_detail, m_shortText, m_iconName;
    Dot m_dot = Dot::None;
    Qt::TextElideMode m_elideMode = Qt::ElideRight;
    bool m_bold = false;
    bool m_primary = false;
    bool m_opensSomething;
};

// A choice among a few values, which looks like a BarButton that opens something.
class BarChoice : public QComboBox
{
    Q_OBJECT

public:
    explicit BarChoice(const Theme *theme, QWidget *parent = nullptr); // theme must outlive this

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
};

} // namespace lockstep
