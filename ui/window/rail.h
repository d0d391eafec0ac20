#pragma once

#include "core/watch/formats/alertrule.h"

#include <QWidget>

class QButtonGroup;
class QMenu;
class QVBoxLayout;

namespace lockstep {

class Theme;

// The buttons of the pages at the left edge, and that of the menu below them.
class Rail : public QWidget
{
    Q_OBJECT

public:
    Rail(const Theme *theme, QMenu *menu, QWidget *parent = nullptr);

    void addPage(const QString &iconName, const QString &title, const QString &shortcut);
    void setPageTitle(int page, const QString &title);
    void setCurrentPage(int page);
    // Shows on the button of a page how many alerts fire. worst: the highest severity of them.
    void setAlerts(int page, int count, Severity worst);
    void openMenu();

Q_SIGNALS:
    void pageChosen(int page);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    class Button;
    [[nodiscard]] Button *button(int page) const;

    const Theme *m_theme;
    QMenu *m_menu;
    QVBoxLayout *m_layout;
    QButtonGroup *m_pages;
    Button *m_menuButton;
};

} // namespace lockstep
