#pragma once

#include "ui/lab/program/linechanges.h"

#include <QPlainTextEdit>

#include <map>
#include <vector>

class QRegularExpression;

namespace lockstep {

class LuaHighlighter;
class Theme;
struct Colours;

// The text of a scenario's file, with line numbers and, at each line, the letters of the clients
// that are there. It is read-only unless it is being edited. While the edited text differs from
// what was run (document()->isModified()), places of clients and lines of a run are not shown. The
// line that the user chooses is the current line.
class ProgramView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ProgramView(const Theme *theme, QWidget *parent = nullptr);

    // Shows the text, scrolled to the function that says what the clients do.
    void setSource(const QByteArray &source);
    // Sets the names of server scripts. Where the source calls one, the name becomes a link to its
    // text. To be called after setSource().
    void setScripts(const QStringList &names);
    // Sets the letters of the clients by line, counted from 1, and scrolls to them.
    void setClients(const std::map<int, QStringList> &clients);
    // Highlights a line, counted from 1, and scrolls to it; 0 removes the highlight.
    void setHighlightedLine(int line);
    void setMistakenLine(int line); // the same for the line of a mistake
    // The backgrounds of these lines.
    static QColor highlightOf(const Colours &colours);
    static QColor mistakeOf(const Colours &colours);

    // Undo goes back as far as the present text.
    void setEditable(bool editable);
    // The text as it is on the screen, for the file.
    [[nodiscard]] QByteArray source() const;
    // Whether source() would return the same bytes. It would not if the text is not UTF-8 or has
    // line ends of other systems.
    [[nodiscard]] static bool canShow(const QByteArray &source);
    // Replaces the text, so that Undo brings the old one back.
    void replaceText(const QByteArray &source);
    // Sets the lines that are marked at the left as changed.
    void setLineChanges(const LineChanges &changes);
    [[nodiscard]] const LineChanges &lineChanges() const { return m_changes; }

    // The width that the view needs to show lines of so many characters.
    [[nodiscard]] int widthOfColumns(int columns) const;
    [[nodiscard]] const std::map<int, QStringList> &clients() const { return m_clients; }

Q_SIGNALS:
    void lineChosen(int line); // by mouse or keyboard, from 1
    void scriptChosen(const QString &name); // by mouse
    void editingEnded(); // by Escape
    void focusLost();

protected:
    bool event(QEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    void focusOutEvent(QFocusEvent *event) override;
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
        int from = 0, to = 0; // positions in the text
        QString script;
    };
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int chipsWidth() const;
    void applyFont();
    void applyColours();
    void markLines();
    // Defined in programediting.cpp:
    bool editByKey(const QKeyEvent *event);
    void beginLine();
    void moveLines(bool isInward);
    void alignBlockEnd();
    // Defined in programlinks.cpp:
    // The script linked at that point; empty if there is none.
    [[nodiscard]] QString scriptAt(const QPoint &point) const;
    void addLinkMarks(QList<QTextEdit::ExtraSelection> *marks) const;
    struct Fold
    {
        int line = 0; // the line that stays visible, from 1; 0 if nothing is folded
        int last = 0; // the last hidden line
    };
    void foldTexts();
    void fold(const QRegularExpression &begin, const QRegularExpression &end);
    bool unfoldAt(int line); // returns false if nothing is folded there
    void unfoldAll();
    void setLinesVisible(const Fold &fold, bool visible);
    void findProgram();
    void showStart();
    void showClients();
    void paintGutter(const QRect &area);
    void paintChange(QPainter &painter, const QRectF &line, int number) const;
    void paintChips(QPainter &painter, const QRectF &area, const QStringList &letters) const;

    const Theme *m_theme;
    LuaHighlighter *m_highlighter;
    Gutter *m_gutter;
    std::map<int, QStringList> m_clients;
    LineChanges m_changes;
    std::vector<Link> m_links; // in the order of the text
    int m_highlighted = 0;
    int m_mistaken = 0;
    std::vector<Fold> m_folds; // of the lesson and the exercise
    int m_start = 0; // the line kept in the top third until the user scrolls; 0 if there is none
    bool m_applying = false;
};

} // namespace lockstep
