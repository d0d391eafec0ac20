#pragma once

#include "core/redis/values/error.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <vector>

namespace lockstep {

class LabPage;
class SteppedPane;
class VerdictHeader;

// The parts of the page that can be exported as a picture, if the mode has them.
enum class LabPart : quint8 { Timeline, Table, Map };

// A part of the Lab page as a picture, with the verdict, the title and a line with the settings.
// While this object exists, other parts of the page are hidden, so it should exist only for one
// picture.
class LabSlide
{
public:
    // page must outlive this. Errors: BadInput if the page has no such part at present; the detail
    // is a sentence for people.
    static Result<std::unique_ptr<LabSlide>> make(const LabPage &page, LabPart part);
    ~LabSlide();
    Q_DISABLE_COPY_MOVE(LabSlide)

    [[nodiscard]] QWidget &picture() const { return *m_picture; }

private:
    LabSlide(QWidget *picture, VerdictHeader *header, const QString &line);
    void hide(QWidget *part);

    QWidget *m_picture;
    VerdictHeader *m_header;
    QString m_note; // the note of the header, to be restored
    std::vector<QPointer<QWidget>> m_hidden;
    QPointer<SteppedPane> m_steps; // the pane of which only one part is shown
    QPointer<QWidget> m_focus; // the widget that had the focus, which is not shown in a picture
};

} // namespace lockstep
