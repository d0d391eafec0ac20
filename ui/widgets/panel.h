#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace lockstep {

class Theme;

// A titled area with a hairline around it: title at the left, a note at the right, and the content
// below. Without a title there is no note either, and the content takes the whole area.
class Panel : public QWidget
{
    Q_OBJECT

public:
    explicit Panel(const Theme *theme, const QString &title, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setNote(const QString &note);
    void setContent(QWidget *content); // takes it over, and deletes the content before it
    void setCorner(QWidget *corner); // takes it over; stands at the right of the note

    [[nodiscard]] QString note() const;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyFont();

    const Theme *m_theme;
    QLabel *m_title;
    QLabel *m_note;
    QVBoxLayout *m_layout;
    QHBoxLayout *m_head;
    QWidget *m_content = nullptr;
    bool m_applyingFont = false;
};

// Paints the frame of panels, tiles and buttons.
void paintFrame(QPainter &painter, const QRect &area, const QColor &fill, const QColor &edge);

} // namespace lockstep
