#pragma once

#include <QWidget>

class QButtonGroup;
class QMenu;
class QVBoxLayout;

namespace lockstep {

class Theme;

// The pages down the left side, and the menu below them.
class Rail : public QWidget
{
    Q_OBJECT

public:
    Rail(const Theme *theme, QMenu *menu, QWidget *parent = nullptr);

    void addPage(const QString &iconName, const QString &title, const QString &shortcut);
    void setPageTitle(int page, const QString &title);
    void setCurrentPage(int page);
    void openMenu();

Q_SIGNALS:
    void pageChosen(int page);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    QMenu *m_menu;
    QVBoxLayout *m_layout;
    QButtonGroup *m_pages;
    QWidget *m_menuButton;
};

} // namespace lockstep
