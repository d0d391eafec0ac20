#include "ui/factlist.h"

#include "ui/theme.h"

#include <QFormLayout>

namespace lockstep {

FactList::FactList(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_layout(new QFormLayout(this))
{
    const int unit = fontMetrics().height();
    m_layout->setContentsMargins(unit * 3 / 4, unit / 2, unit * 3 / 4, unit / 2);
    m_layout->setHorizontalSpacing(unit);
    m_layout->setVerticalSpacing(unit / 3);
    m_layout->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_layout->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
    connect(theme, &Theme::changed, this, &FactList::recolour);
}

void FactList::setFacts(const std::vector<Fact> &facts)
{
    while (m_rows.size() > facts.size()) {
        m_layout->removeRow(static_cast<int>(m_rows.size()) - 1);
        m_rows.pop_back();
    }
    while (m_rows.size() < facts.size()) {
        m_rows.emplace_back(addLabel(false), addLabel(true));
        m_layout->addRow(m_rows.back().first, m_rows.back().second);
    }
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const auto &[name, value] = m_rows[i];
        if (name->text() != facts[i].name)
            name->setText(facts[i].name);
        if (value->text() != facts[i].value)
            value->setText(facts[i].value);
        value->setAccessibleName(facts[i].name);
    }
    if (m_facts.size() != facts.size())
        recolour();
    m_facts = facts;
}

QLabel *FactList::addLabel(bool selectable)
{
    auto *label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    if (selectable) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    }
    return label;
}

void FactList::recolour()
{
    for (const auto &[name, value] : m_rows) {
        QPalette palette = name->palette();
        palette.setColor(QPalette::WindowText, m_theme->colours().secondary);
        name->setPalette(palette);
    }
}

} // namespace lockstep
