#pragma once

#include "ui/connect/profilecard.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace lockstep {

class Banner;
class Theme;

// Shows all profiles as cards, to choose one or to change them. The dialog itself opens and changes
// nothing, but emits what the user wants. No server is contacted before a profile is chosen.
class ProfilesDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose : quint8 { ThisWindow, NewWindow };

    struct Shown
    {
        Profile profile;
        QString lastUse; // a text, see lastUseWords()
    };

    // theme must outlive this.
    ProfilesDialog(const Theme *theme, Purpose purpose, QWidget *parent = nullptr);

    void setProfiles(const std::vector<Shown> &profiles);
    // Says why the file of profiles cannot be used. Nothing can be added then.
    void setFileTrouble(const QString &text);
    // Shows what is waited for while a chosen profile is tried. The user can still cancel.
    void setBusy(const QString &text);
    void showTrouble(const QString &text); // says why the profile could not be opened

Q_SIGNALS:
    void actionRequested(lockstep::ProfileCard::Action action, const lockstep::Profile &profile);
    void newProfileRequested();
    void addressRequested(); // the user wants to type an address instead

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void layOut();
    void filter();
    void arrange();
    void say(const QString &text);

    const Theme *m_theme;
    QLineEdit *m_search;
    Banner *m_fileTrouble;
    QScrollArea *m_area;
    QWidget *m_cardsPlace;
    QLabel *m_nothing; // shown if there are no cards
    QLabel *m_message;
    QPushButton *m_new, *m_address;
    std::vector<ProfileCard *> m_cards;
};

} // namespace lockstep
