#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockstep {

class Theme;

// Finds words in a listing: Return goes to the next place, Shift+Return to the one before, Escape
// closes it. Hidden until it is asked for.
class FindRow : public QWidget
{
    Q_OBJECT

public:
    // theme and listing: outlive this.
    FindRow(const Theme *theme, QPlainTextEdit *listing, QWidget *parent = nullptr);

    void open(); // with what is selected

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
