#pragma once

#include "ui/widgets/barbutton.h"

class QAction;
class QMenu;

namespace lockstep {

// Says where free runs are played, and opens the choice: on private servers, or on the connected
// one.
class PlaceButton : public BarButton
{
    Q_OBJECT

public:
    explicit PlaceButton(const Theme *theme, QWidget *parent = nullptr); // theme: outlives this

    // name: of the connected server; empty: none. refusal: why the lab cannot run there; empty: it
    // can, after a question. For another server than before the choice is private servers again.
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
