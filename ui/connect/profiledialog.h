#pragma once

#include "core/redis/profiles/profile.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

class EndpointFields;

// Asks for all that a profile says. It writes nothing: whoever listens to saveRequested() saves it
// and calls accept() or showTrouble().
class ProfileDialog : public QDialog
{
    Q_OBJECT

public:
    // others: with which the profile is going to stand.
    ProfileDialog(const Profile &profile, Profiles others, QWidget *parent = nullptr);
    ~ProfileDialog() override;

    // As it is typed; with a password only where one was typed that is to be kept.
    [[nodiscard]] Result<Profile> profile() const;
    void showTrouble(const QString &text);

Q_SIGNALS:
    void saveRequested(const lockstep::Profile &profile);

private:
    void layOut();
    void fill(const Profile &profile);
    void check();
    [[nodiscard]] Environment environment() const;

    Profiles m_others;
    QLineEdit *m_name;
    QComboBox *m_environment;
    EndpointFields *m_fields;
    QCheckBox *m_keepsPassword;
    QLineEdit *m_rules;
    QCheckBox *m_mayRelease;
    QLabel *m_trouble;
    QPushButton *m_save = nullptr;
};

} // namespace lockstep
