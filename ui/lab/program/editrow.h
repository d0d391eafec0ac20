#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockstep {

class Theme;

// The row below a listing that is being edited: it says what is wrong, and has up to two buttons to
// repair it.
class EditRow : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit EditRow(const Theme *theme, QWidget *parent = nullptr);

    // text: plain. first, second: texts of the buttons; empty for no button. isUrgent: whether
    // something could be lost.
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
