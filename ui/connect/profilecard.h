#pragma once

#include "core/redis/profiles/profile.h"
#include "ui/connect/testresult.h"

#include <QAbstractButton>

#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace lockstep {

class Theme;

// A profile that opens with a click. The environment is a band along the top, as around a window;
// below are the name, the address, and when it was opened last or what a test of it found. A menu
// has the other actions.
class ProfileCard : public QAbstractButton
{
    Q_OBJECT

public:
    // The actions stand in the order of the menu.
    enum class Action : quint8 {
        Open,
        OpenInNewWindow,
        Test,
        Edit,
        Duplicate,
        MoveEarlier, // in the order of the cards
        MoveLater,
        Remove
    };

    // theme must outlive this. lastUse: a text.
    ProfileCard(const Theme *theme, Profile profile, QString lastUse, QWidget *parent = nullptr);

    [[nodiscard]] const Profile &profile() const { return m_profile; }
    void setTestResult(const TestResult &result);
    // Says where among the shown cards this one is: the first cannot move further ahead.
    void setMovable(bool earlier, bool later);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    // The parts that take the focus, in the order of Tab.
    [[nodiscard]] std::vector<QWidget *> tabStops();

Q_SIGNALS:
    void actionRequested(lockstep::ProfileCard::Action action);
    void arrowPressed(Qt::Key arrow); // the focus is to go to the card that lies there

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void buildMenu();
    [[nodiscard]] int bandHeight() const;
    [[nodiscard]] int margin() const;

    const Theme *m_theme;
    Profile m_profile;
    QString m_lastUse;
    TestResult m_test;
    QToolButton *m_more;
    QMenu *m_menu;
    QAction *m_earlier = nullptr, *m_later = nullptr;
};

} // namespace lockstep
