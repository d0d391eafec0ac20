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

// All profiles as cards, to choose from and to change. It opens and changes nothing: whoever
// listens does. No server is asked for anything until one is chosen.
class ProfilesDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose : quint8 { ThisWindow, NewWindow };

    struct Shown
    {
        Profile profile;
        QString lastUse; // in words
    };

    // theme: outlives this.
    ProfilesDialog(const Theme *theme, Purpose purpose, QWidget *parent = nullptr);

    void setProfiles(const std::vector<Shown> &profiles);
    // Why the file of the profiles cannot be used; nothing can be added then.
    void setFileTrouble(const QString &text);
    // While a chosen one is tried: what is waited for. Cancelling stays possible.
    void setBusy(const QString &text);
    void showTrouble(const QString &text); // why that was in vain

Q_SIGNALS:
    void actionRequested(lockstep::ProfileCard::Action action, const lockstep::Profile &profile);
    void newProfileRequested();
    void addressRequested(); // the user wants to type one instead

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
    QLabel *m_nothing; // instead of cards
    QLabel *m_message;
    QPushButton *m_new, *m_address;
    std::vector<ProfileCard *> m_cards;
};

} // namespace lockstep
