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

// Edits a profile. The dialog writes nothing: who handles saveRequested() saves the profile and
// then calls accept() or showTrouble().
class ProfileDialog : public QDialog
{
    Q_OBJECT

public:
    // others: the other profiles, whose names are taken.
    ProfileDialog(const Profile &profile, Profiles others, QWidget *parent = nullptr);
    ~ProfileDialog() override;

    // What is typed. It has a password only if one was typed and is to be kept.
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
