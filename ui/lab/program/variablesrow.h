#pragma once

#include <QWidget>

class QLabel;

namespace lockstep {

class Theme;

// The row below the program: the clients' local variables at the cursor, one line for each client.
// It is hidden if there are none.
class VariablesRow : public QWidget
{
    Q_OBJECT

public:
    explicit VariablesRow(const Theme *theme, QWidget *parent = nullptr);

    // One line for each client, such as "A  stock = 1".
    void setLines(const QStringList &lines);
    [[nodiscard]] const QStringList &lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyFont();
    void showLines();

    const Theme *m_theme;
    QLabel *m_text;
    QStringList m_lines;
};

} // namespace lockstep
