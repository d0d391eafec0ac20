#pragma once

#include <QDialog>

namespace lockstep {

// What the words of the lab mean, and its keys: F1.
class LabGlossary : public QDialog
{
    Q_OBJECT

public:
    explicit LabGlossary(QWidget *parent);
};

} // namespace lockstep
