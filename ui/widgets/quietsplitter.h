#pragma once

#include <QSplitter>

namespace lockstep {

// A splitter whose handles are the gaps between panels. A handle is drawn only while the pointer is
// over it.
class QuietSplitter : public QSplitter
{
    Q_OBJECT

public:
    explicit QuietSplitter(Qt::Orientation orientation, QWidget *parent = nullptr);

protected:
    QSplitterHandle *createHandle() override;
};

} // namespace lockstep
