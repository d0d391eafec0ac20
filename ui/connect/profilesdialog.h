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
        TestResult test = {};
    };

    // theme must outlive this.
    ProfilesDialog(const Theme *theme, Purpose purpose, QWidget *parent = nullptr);

    // The card that has the focus keeps it, if its profile is still there.
    void setProfiles(const std::vector<Shown> &profiles);
    // Shows on the card of that profile, and in full below the cards, what a test has found.
    void showTest(const Profile &profile, const TestResult &result);
    // Says why the file of profiles cannot be used. Nothing can be added then.
    void setFileTrouble(const QString &text);
    // Shows what is waited for while a chosen profile is tried. The user can still cancel.
    void setBusy(const QString &text);
    void showTrouble(const QString &text); // says why the profile could not be opened

    // Says what was done, or why it was not.
    void showMessage(const QString &text);

Q_SIGNALS:
    // Emitted for every action of a card except those that move it.
    void actionRequested(lockstep::ProfileCard::Action action, const lockstep::Profile &profile);
    // The user wants a profile to have the place of another one, the nearest that is shown.
    void moveRequested(const lockstep::Profile &moved, const lockstep::Profile &place);
    void newProfileRequested();
    void importRequested(); // the user wants to add the profiles of a file
    void addressRequested(); // the user wants to type an address instead

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void layOut();
    void act(ProfileCard *card, ProfileCard::Action action);
    void move(ProfileCard *card, int by);
    [[nodiscard]] std::vector<ProfileCard *> shownCards() const;
    void focusCard(ProfileCard *card);
    void followArrow(ProfileCard *from, Qt::Key arrow);
    [[nodiscard]] int columns() const;
    void filter();
    void arrange();
    void setMessage(const QString &text);

    const Theme *m_theme;
    QLineEdit *m_search;
    Banner *m_fileTrouble;
    QScrollArea *m_area;
    QWidget *m_cardsPlace;
    QLabel *m_nothing; // shown if there are no cards
    QLabel *m_message;
    QPushButton *m_new, *m_import, *m_address, *m_cancel;
    std::vector<ProfileCard *> m_cards;
    bool m_isBusy = false; // while a chosen profile is tried
};

} // namespace lockstep
