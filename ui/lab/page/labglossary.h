#pragma once

#include <QDialog>

namespace lockstep {

class Theme;

// What the words of the lab mean, and its keys: F1.
class LabGlossary : public QDialog
{
    Q_OBJECT

public:
    // theme: outlives this.
    LabGlossary(const Theme *theme, QWidget *parent);
};

} // namespace lockstep
