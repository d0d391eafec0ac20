#pragma once

#include "ui/widgets/theme.h"

#include <QSyntaxHighlighter>

namespace lockstep {

// Shows comments and strings paler and keywords bolder. They differ in weight and not in hue,
// because a hue means a state here.
class LuaHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

    void setColours(const Colours &colours);

protected:
    void highlightBlock(const QString &text) override;

private:
    Colours m_colours;
};

} // namespace lockstep
