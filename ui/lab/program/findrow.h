#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockstep {

class Theme;

// Finds text in a listing. Return goes to the next match, Shift+Return to the previous one, Escape
// closes the row. It is hidden until open() is called.
class FindRow : public QWidget
{
    Q_OBJECT

public:
    // theme and listing must outlive this.
    FindRow(const Theme *theme, QPlainTextEdit *listing, QWidget *parent = nullptr);

    void open(); // searches for the selected text at first

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find(bool isBackward, bool fromHere);
    void retranslate();
    void close();

    const Theme *m_theme;
    QPlainTextEdit *m_listing;
    QLineEdit *m_words;
    QLabel *m_found;
};

} // namespace lockstep
