#pragma once

#include "core/watch/snapshot/snapshot.h"
#include "ui/connect/permission.h"
#include "ui/window/shownrecording.h"

#include <QWidget>

class QLineEdit;
class QMenu;

namespace lockstep {

class BarButton;
class PermissionBadge;
class Theme;

// The bar over the pages: the server, what may be done to it, the filter, pause and export.
class TopBar : public QWidget
{
    Q_OBJECT

public:
    TopBar(const Theme *theme, QMenu *exportMenu, QWidget *parent = nullptr);

    void setConnection(const QString &name, const Endpoint &endpoint, Permission permission);
    void setStatus(const WatchStatus &status);
    void setPaused(bool paused);
    void setRecording(const ShownRecording &recording);
    // Adds a widget that is shown in place of the connection on the Lab page, because the lab has
    // servers of its own.
    void setLabBar(QWidget *actions);
    enum class Actions : quint8 { Watch, Lab, None };
    // Selects the page whose actions are shown.
    void setActions(Actions actions);
    void focusFilter();
    void setFilter(const QString &text);

    [[nodiscard]] QString filter() const;

Q_SIGNALS:
    void connectionClicked();
    void filterEdited(const QString &text);
    void filterLeft(); // by Return, by Down, or by Escape in an empty filter
    void pauseToggled(bool paused);
    void recordClicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void retranslate();
    void applyLook();
    void showConnection();
    void showPermission();

    const Theme *m_theme;
    BarButton *m_connection;
    PermissionBadge *m_badge;
    QLineEdit *m_filter;
    BarButton *m_record, *m_pause, *m_export;
    ShownRecording m_recording;
    QWidget *m_labBar = nullptr;
    QString m_name;
    Endpoint m_endpoint;
    Permission m_permission = Permission::ReadOnly;
    WatchStatus m_status;
};

} // namespace lockstep
