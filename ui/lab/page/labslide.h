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

// The parts that a page may show in its mode.
enum class LabPart : quint8 { Timeline, Table, Map };

// A part of the lab's page as a picture of its own, with verdict, title, and settings in a line.
// While this object lives the page shows less than it should, so it lives for one picture only.
class LabSlide
{
public:
    // page: outlives this. Errors: BadInput, there is no such part; the detail is a sentence for
    // people.
    static Result<std::unique_ptr<LabSlide>> make(const LabPage &page, LabPart part);
    ~LabSlide();
    Q_DISABLE_COPY_MOVE(LabSlide)

    [[nodiscard]] QWidget &picture() const { return *m_picture; }

private:
    LabSlide(QWidget *picture, VerdictHeader *header, const QString &line);
    void hide(QWidget *part);

    QWidget *m_picture;
    VerdictHeader *m_header;
    QString m_note; // that the header had
    std::vector<QPointer<QWidget>> m_hidden;
    QPointer<SteppedPane> m_steps; // of which one part is shown
    QPointer<QWidget> m_focus; // that it had: on a picture nobody types
};

} // namespace lockstep
