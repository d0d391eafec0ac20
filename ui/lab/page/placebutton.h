#pragma once

#include "ui/widgets/barbutton.h"

class QAction;
class QMenu;

namespace lockstep {

// A button that says where free runs are played and lets the user choose: on private servers, or on
// the connected one.
class PlaceButton : public BarButton
{
    Q_OBJECT

public:
    explicit PlaceButton(const Theme *theme, QWidget *parent = nullptr); // theme must outlive this

    // name: of the connected server; empty if there is none. refusal: why the lab cannot run there;
    // empty if it can, after a question. If the name changes, private servers are chosen again.
    void setServer(const QString &name, const QString &refusal);
    [[nodiscard]] QString server() const { return m_server; } // its name

Q_SIGNALS:
    void chosen(bool onServer); // the user has chosen another place than before

protected:
    void changeEvent(QEvent *event) override;

private:
    void choose(bool onServer);
    void showPlace();

    QMenu *m_menu;
    QAction *m_privatePlace, *m_serverPlace;
    QString m_server, m_refusal;
    bool m_onServer = false;
};

} // namespace lockstep
