#pragma once

#include <QColor>
#include <QObject>

class QApplication;

namespace lockstep {

// The colours of one appearance. Colour means state and nothing else, besides one accent.
struct Colours
{
    QColor ground, panel, hairline, text, secondary, accent, selection;
    // States: always together with a pattern, a glyph and a word.
    QColor outside, waiting, holding, expiring, violation;
    bool dark = false;

    static const Colours &light();
    static const Colours &darkColours();
};

// Light, dark or the system's choice, for the whole application: palette and style.
class Theme : public QObject
{
    Q_OBJECT

public:
    enum class Choice : quint8 { System, Light, Dark };
    Q_ENUM(Choice)

    explicit Theme(QApplication *application);

    void setChoice(Choice choice);
    [[nodiscard]] Choice choice() const;
    [[nodiscard]] const Colours &colours() const;

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void readDesktop();
    void apply();

    QApplication *m_application;
    Choice m_choice = Choice::System;
    bool m_desktopIsDark = false;
    bool m_applying = false; // palette events now are our own
};

} // namespace lockstep
