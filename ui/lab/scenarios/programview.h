#pragma once

#include "ui/lab/scenarios/linechanges.h"

#include <QPlainTextEdit>

#include <map>
#include <vector>

class QRegularExpression;

namespace lockstep {

class LuaHighlighter;
class Theme;
struct Colours;

// The file that runs, with the numbers of its lines and, at each, the letters of the clients that
// are there. Its current line is the chosen one. Read only, unless it is being edited: then places
// of clients and lines of a run are not shown while the text is another one than what was run
// (document()->isModified()).
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
    // By line, from 1. They are brought into view.
    void setClients(const std::map<int, QStringList> &clients);
    // Highlights a line, from 1, and shows it; 0: none.
    void setHighlightedLine(int line);
    void setMistakenLine(int line); // likewise
    // What stands behind these lines.
    static QColor highlightOf(const Colours &colours);
    static QColor mistakeOf(const Colours &colours);

    // Undo goes back to what is shown now.
    void setEditable(bool editable);
    // As it is on the screen, for the file.
    [[nodiscard]] QByteArray source() const;
    // Whether source() is the same text again. Not where it is no UTF-8, or its lines end as on
    // other systems.
    [[nodiscard]] static bool canShow(const QByteArray &source);
    // Can be undone.
    void replaceText(const QByteArray &source);
    // Marked at the left.
    void setLineChanges(const LineChanges &changes);
    [[nodiscard]] const LineChanges &lineChanges() const { return m_changes; }

    // Of the whole view, if lines of so many characters are to be seen in it.
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
        int from = 0, to = 0; // places in the text
        QString script;
    };
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int chipsWidth() const;
    void applyFont();
    void applyColours();
    void markLines();
    // programediting.cpp
    bool editByKey(const QKeyEvent *event);
    void beginLine();
    void moveLines(bool isInward);
    void alignBlockEnd();
    // programlinks.cpp
    [[nodiscard]] QString scriptAt(const QPoint &point) const; // empty: there is none
    void addLinkMarks(QList<QTextEdit::ExtraSelection> *marks) const;
    struct Fold
    {
        int line = 0; // that stands for what follows it, from 1; 0: nothing is folded
        int last = 0; // line
    };
    void foldTexts();
    void fold(const QRegularExpression &begin, const QRegularExpression &end);
    bool unfoldAt(int line); // false: nothing is folded there
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
    std::vector<Fold> m_folds; // the lesson, the exercise
    int m_start = 0; // line that is kept in the top third until somebody looks elsewhere; 0: none
    bool m_applying = false;
};

} // namespace lockstep
