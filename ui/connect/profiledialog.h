#pragma once

#include "core/redis/profiles/profile.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

class EndpointFields;
struct TestResult;

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
    // endpoint: as in testRequested(). If something else is typed by now, nothing is shown.
    void showTest(const Endpoint &endpoint, const TestResult &result);

Q_SIGNALS:
    // The user wants to know whether what is typed works. endpoint: with the typed passwords.
    void testRequested(const lockstep::Endpoint &endpoint);
    void saveRequested(const lockstep::Profile &profile);

protected:
    bool focusNextPrevChild(bool next) override;

private:
    void layOut();
    void fill(const Profile &profile);
    void check();
    void requestTest();
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
    QPushButton *m_test = nullptr;
    std::optional<Endpoint> m_tested; // what is being tested
};

} // namespace lockstep
