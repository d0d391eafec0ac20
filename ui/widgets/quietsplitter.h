#pragma once

#include <QSplitter>

namespace lockstep {

// A splitter whose handles are the gaps between panels: nothing is drawn until the pointer or the
// focus is there.
class QuietSplitter : public QSplitter
{
    Q_OBJECT

public:
    explicit QuietSplitter(Qt::Orientation orientation, QWidget *parent = nullptr);

protected:
    QSplitterHandle *createHandle() override;
};

} // namespace lockstep
