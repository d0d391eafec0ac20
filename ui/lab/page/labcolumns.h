#pragma once

#include "ui/widgets/quietsplitter.h"

#include <optional>

class QAction;

namespace lockstep {

class ProgramColumn;

// The three columns of the Lab page: the list of scenarios, the program with its settings, and the
// run. Decides which of them are visible, and how wide they are until the user says so. If the page
// is too narrow, the list is hidden first, and while two runs are compared the program as well.
class LabColumns : public QuietSplitter
{
    Q_OBJECT

public:
    // Takes the three widgets over. The actions must outlive this; checked, they show the list and
    // the program.
    LabColumns(QWidget *list, ProgramColumn *program, QWidget *run, QAction *showList,
        QAction *showProgram, QWidget *parent = nullptr);

    // Adapts the columns to the width of the page, to be called whenever it has changed. mayHide:
    // whether the list may be hidden or shown again.
    void fit(int pageWidth, bool mayHide);
    void setComparing(bool on);
    // Shows only what a class looks at: the program without its settings, and the run.
    void setPresenting(bool on);
    [[nodiscard]] bool isPresenting() const { return m_beforePresenting.has_value(); }

    // Saves how the user has set the splitters in all columns, and whether the program is hidden.
    [[nodiscard]] QByteArray layoutState() const;
    // Damaged bytes are ignored.
    void restoreLayout(const QByteArray &bytes);

private:
    struct Shown
    {
        bool list, program;
    };
    [[nodiscard]] Shown shown() const;
    void setShown(const Shown &shown);
    void arrange();

    QWidget *m_list;
    ProgramColumn *m_program;
    QAction *m_showList;
    QAction *m_showProgram;
    int m_pageWidth = 0; // as given to fit()
    bool m_wasNarrow = false;
    bool m_isArrangedByUser = false; // the sizes of the columns, which then stay
    std::optional<Shown> m_beforeComparing;
    std::optional<Shown> m_beforePresenting;
};

} // namespace lockstep
