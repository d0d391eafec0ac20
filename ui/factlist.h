#pragma once

#include <QLabel>
#include <QWidget>

#include <utility>
#include <vector>

class QFormLayout;

namespace lockstep {

class Theme;

// Names and what is known of them, a line each. Foreign text stays plain text and can be selected.
class FactList : public QWidget
{
    Q_OBJECT

public:
    struct Fact
    {
        QString name;
        QString value;

        friend bool operator==(const Fact &, const Fact &) = default;
    };

    explicit FactList(const Theme *theme, QWidget *parent = nullptr);

    // Keeps what is selected where the text stays the same.
    void setFacts(const std::vector<Fact> &facts);
    [[nodiscard]] const std::vector<Fact> &facts() const { return m_facts; }

private:
    QLabel *addLabel(bool selectable);
    void recolour();

    const Theme *m_theme;
    QFormLayout *m_layout;
    std::vector<Fact> m_facts;
    std::vector<std::pair<QLabel *, QLabel *>> m_rows;
};

} // namespace lockstep
