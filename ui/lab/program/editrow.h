#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockstep {

class Theme;

// The row below a listing that is edited: what is wrong with it, and up to two buttons to mend it.
class EditRow : public QWidget
{
    Q_OBJECT

public:
    // theme: outlives this.
    explicit EditRow(const Theme *theme, QWidget *parent = nullptr);

    // Plain text. first, second: words of the buttons; empty: there is none. isUrgent: something
    // could be lost.
    void show(const QString &text, bool isUrgent, const QString &first, const QString &second = {});

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void firstChosen();
    void secondChosen();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QLabel *m_text;
    QPushButton *m_first, *m_second;
    bool m_isUrgent = false;
};

} // namespace lockstep
