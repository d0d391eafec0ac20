#pragma once

#include <QDialog>

namespace lockstep {

// The dialog behind F1, which explains the terms of the lab and lists its keys.
class LabGlossary : public QDialog
{
    Q_OBJECT

public:
    explicit LabGlossary(QWidget *parent);
};

} // namespace lockstep
