#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace lockstep {

class Theme;

// A line above the page for what is wrong or was done: never in the way, gone when it is over.
// Takes no focus by itself.
class Banner : public QWidget
{
    Q_OBJECT

public:
    enum class Tone : quint8 { Error, Advice };

    explicit Banner(const Theme *theme, QWidget *parent = nullptr);

    // Plain text; empty hides it. A text that was closed stays closed until it changes.
    void setText(const QString &text, bool closable, Tone tone = Tone::Advice);
    // A button behind the text; empty: none.
    void setAction(const QString &text);

    [[nodiscard]] QString text() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

Q_SIGNALS:
    void actionTriggered();
    void closed(); // by the user

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QLabel *m_label;
    QPushButton *m_action;
    QToolButton *m_close;
    QString m_closedText;
    Tone m_tone = Tone::Advice;
};

} // namespace lockstep
