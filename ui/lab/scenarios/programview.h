#pragma once

#include <QPlainTextEdit>

#include <map>

namespace lockstep {

class LuaHighlighter;
class Theme;

// The file that runs, with the numbers of its lines and, at each, the letters of the clients that
// are there. Read only; its current line is the chosen one.
class ProgramView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ProgramView(const Theme *theme, QWidget *parent = nullptr);

    // What the clients do is seen first, where there is such a function.
    void setSource(const QByteArray &source);
    // Names of server scripts, which lead to their texts wherever the source calls one; after
    // setSource().
    void setScripts(const QStringList &names);
    // By line, from 1.
    void setClients(const std::map<int, QStringList> &clients);
    // Highlights a line, from 1, and shows it; 0: none.
    void setHighlightedLine(int line);
    void setMistakenLine(int line);

    // Of the whole view, if lines of so many characters are to be seen in it.
    [[nodiscard]] int widthOfColumns(int columns) const;
    [[nodiscard]] int highlightedLine() const { return m_highlighted; }
    [[nodiscard]] const std::map<int, QStringList> &clients() const { return m_clients; }

Q_SIGNALS:
    void lineChosen(int line); // by mouse or keyboard, from 1
    void scriptChosen(const QString &name); // by mouse

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    class Gutter;
    struct Link
    {
        int from = 0, to = 0; // places in the text
        QString script;
    };
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int chipsWidth() const;
    void applyFont();
    void applyColours();
    void markLines();
    // programlinks.cpp
    [[nodiscard]] QString scriptAt(const QPoint &point) const; // empty: there is none
    void addLinkMarks(QList<QTextEdit::ExtraSelection> *marks) const;
    void foldLesson();
    void unfoldLesson();
    void setLessonVisible(const QTextBlock &first, bool visible);
    void findProgram();
    void showStart();
    void paintGutter(const QRect &area);
    void paintChips(QPainter &painter, const QRectF &area, const QStringList &letters) const;

    const Theme *m_theme;
    LuaHighlighter *m_highlighter;
    Gutter *m_gutter;
    std::map<int, QStringList> m_clients;
    std::vector<Link> m_links; // in the order of the text
    int m_highlighted = 0;
    int m_mistaken = 0;
    int m_folded = 0; // line that stands for the lesson; 0: it is not folded
    int m_start = 0; // line that is kept in the top third until somebody looks elsewhere; 0: none
    bool m_applying = false;
};

} // namespace lockstep
