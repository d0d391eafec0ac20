#pragma once

#include "ui/text/saying.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace lockstep {

class Theme;

// A line above the page that says what is wrong or was done. It covers nothing, disappears when it
// no longer applies, and never takes the focus by itself.
class Banner : public QWidget
{
    Q_OBJECT

public:
    enum class Tone : quint8 { Error, Advice };

    explicit Banner(const Theme *theme, QWidget *parent = nullptr);

    // Sets the text, which is plain; an empty text hides the banner. If the user closed a text, it
    // stays closed until the text changes.
    void setText(const QString &text, bool closable, Tone tone = Tone::Advice);
    // The same with words that follow the language.
    void setSaying(const Saying &saying, bool closable, Tone tone = Tone::Advice);
    // Shows a button behind the text; an empty text removes it.
    void setAction(const QString &text);

    [[nodiscard]] QString text() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

Q_SIGNALS:
    void actionTriggered();
    void closed(); // by the user

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    const Theme *m_theme;
    QLabel *m_label;
    QPushButton *m_action;
    QToolButton *m_close;
    QString m_closedText;
    Saying m_saying; // nullptr if the text was given as it is
    Tone m_tone = Tone::Advice;
};

} // namespace lockstep
