#pragma once

#include <QColor>
#include <QObject>

class QApplication;

namespace lockstep {

// The colours of the light or the dark theme. Apart from one accent, colour always means a state.
struct Colours
{
    QColor ground, panel, hairline, text, secondary, accent, selection;
    // The colours of states, always used together with a pattern, a glyph and a word.
    QColor outside, waiting, holding, expiring, violation;
    QColor expiringText; // expiring where it is the colour of words, which need more contrast
    bool dark = false;

    static const Colours &light();
    static const Colours &darkColours();
};

// Sets palette and style of the whole application: light, dark, or as the system has it.
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
    bool m_applying = false; // while the palette is set, so that the events of that are ignored
};

} // namespace lockstep
