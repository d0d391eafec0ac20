#pragma once

#include "core/redis/profiles/profile.h"

#include <QAbstractButton>

class QMenu;
class QToolButton;

namespace lockstep {

class Theme;

// A profile that opens with a click. The environment is a band along the top, as around a window;
// below are the name, the address, and when it was opened last. A menu has the other actions.
class ProfileCard : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Action : quint8 { Open, OpenInNewWindow, Edit, Duplicate, Remove };

    // theme must outlive this. lastUse: a text.
    ProfileCard(const Theme *theme, Profile profile, QString lastUse, QWidget *parent = nullptr);

    [[nodiscard]] const Profile &profile() const { return m_profile; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void actionRequested(lockstep::ProfileCard::Action action);

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
    QToolButton *m_more;
    QMenu *m_menu;
};

} // namespace lockstep
