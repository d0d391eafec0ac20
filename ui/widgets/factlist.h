#pragma once

#include <QWidget>

#include <utility>
#include <vector>

class QGridLayout;
class QLabel;

namespace lockstep {

// A list of names and values, one per line. Foreign text is shown as plain text and can be
// selected.
class FactList : public QWidget
{
    Q_OBJECT

public:
    struct Fact
    {
        QString name;
        QString value;
    };

    explicit FactList(QWidget *parent = nullptr);

    // A selection is kept if its text stays the same.
    void setFacts(const std::vector<Fact> &facts);
    [[nodiscard]] const std::vector<Fact> &facts() const { return m_facts; }

private:
    void addRow();

    QGridLayout *m_layout;
    std::vector<Fact> m_facts;
    std::vector<std::pair<QLabel *, QLabel *>> m_rows;
};

} // namespace lockstep
