#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockstep {

class Theme;

// A line above the page for what is wrong: never in the way, gone when it is over. Takes no focus
// by itself.
class Banner : public QWidget
{
    Q_OBJECT

public:
    explicit Banner(const Theme *theme, QWidget *parent = nullptr);

    // Plain text; empty hides it. A text that was closed stays closed until it changes.
    void setText(const QString &text, bool closable);

    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QLabel *m_label;
    QToolButton *m_close;
    QString m_closedText;
};

} // namespace lockstep
