#pragma once

#include <QDialog>

namespace lockstep {

// The dialog behind F1: what the words of the lab mean, and which keys it has.
class LabGlossary : public QDialog
{
    Q_OBJECT

public:
    explicit LabGlossary(QWidget *parent);
};

} // namespace lockstep
