#include "ui/widgets/factlist.h"

#include <QGridLayout>
#include <QLabel>

namespace lockstep {

FactList::FactList(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QGridLayout)
{
    const int unit = fontMetrics().height();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(unit * 3 / 4, unit / 2, unit * 3 / 4, unit / 2);
    layout->addLayout(m_layout);
    layout->addStretch(1);
    m_layout->setHorizontalSpacing(unit);
    m_layout->setVerticalSpacing(unit / 3);
    m_layout->setColumnStretch(1, 1);
}

void FactList::setFacts(const std::vector<Fact> &facts)
{
    while (m_rows.size() > facts.size()) {
        delete m_rows.back().first;
        delete m_rows.back().second;
        m_rows.pop_back();
    }
    while (m_rows.size() < facts.size())
        addRow();
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const auto &[name, value] = m_rows[i];
        if (name->text() != facts[i].name)
            name->setText(facts[i].name);
        if (value->text() != facts[i].value)
            value->setText(facts[i].value);
        value->setAccessibleName(facts[i].name);
    }
    m_facts = facts;
}

void FactList::addRow()
{
    auto *name = new QLabel(this);
    name->setTextFormat(Qt::PlainText);
    name->setForegroundRole(QPalette::PlaceholderText);
    auto *value = new QLabel(this);
    value->setTextFormat(Qt::PlainText);
    value->setWordWrap(true);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    const int row = static_cast<int>(m_rows.size());
    m_layout->addWidget(name, row, 0, Qt::AlignTop | Qt::AlignLeft);
    m_layout->addWidget(value, row, 1);
    m_rows.emplace_back(name, value);
}

} // namespace lockstep
