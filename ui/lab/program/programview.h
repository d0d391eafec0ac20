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

// The text of a scenario's file, with the numbers of its lines and, at each line, the letters of
// the clients that are there. It is read only unless it is being edited. Then places of clients and
// lines of a run are not shown while the text differs from what was run (document()->isModified()).
// The line that the user chooses is the current line.
class ProgramView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ProgramView(const Theme *theme, QWidget *parent = nullptr);

    // Shows the text, at first from the function that says what the clients do.
    void setSource(const QByteArray &source);
    // Names of server scripts: wherever the source calls one, the name leads to its text. To be
    // called after setSource().
    void setScripts(const QStringList &names);
    // The letters of the clients, by line, from 1. They are brought into view.
    void setClients(const std::map<int, QStringList> &clients);
    // Highlights a line, from 1, and shows it; 0: none.
    void setHighlightedLine(int line);
    void setMistakenLine(int line); // the same, as the line of a mistake
    // The background of such lines.
    static QColor highlightOf(const Colours &colours);
    static QColor mistakeOf(const Colours &colours);

    // Undo goes back to what is shown now.
    void setEditable(bool editable);
    // The text as it is on the screen, for the file.
    [[nodiscard]] QByteArray source() const;
    // Whether source() would return the same text. It would not if the text is no UTF-8, or its
    // lines end as on other systems.
    [[nodiscard]] static bool canShow(const QByteArray &source);
    // Puts another text in place of what is there, which can be undone.
    void replaceText(const QByteArray &source);
    // Which lines are marked at the left as changed.
    void setLineChanges(const LineChanges &changes);
    [[nodiscard]] const LineChanges &lineChanges() const { return m_changes; }

    // How wide the view has to be to show lines of so many characters.
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
        int line = 0; // the one that stays visible, from 1; 0: nothing is folded
        int last = 0; // the last line that is hidden
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
