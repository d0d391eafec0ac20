#pragma once

#include <QRandomGenerator>
#include <QTimer>

#include <functional>
#include <vector>

namespace lockstep {

class LabPage;
class Language;
class MainWindow;
class Theme;

// Somebody at the lab's window who knows all its keys and everything that can be clicked, uses them
// in no order, and waits for nothing: what is under way is interrupted by the next thing. Menus and
// dialogs that come up are closed again. The same seed does the same, as far as that depends on the
// player.
class LabPlayer
{
public:
    // All outlive this; the lab is the page that is seen.
    LabPlayer(MainWindow &window, Theme &theme, Language &language, quint32 seed);

    void act(); // one thing
    [[nodiscard]] const QString &lastDeed() const { return m_deed; }

private:
    struct Deed
    {
        const char *name;
        int weight; // how often it is done, compared with the others
        std::function<void()> perform;
    };

    [[nodiscard]] std::vector<Deed> keyDeeds();
    [[nodiscard]] std::vector<Deed> mouseDeeds();
    [[nodiscard]] std::vector<Deed> fieldDeeds();
    [[nodiscard]] std::vector<Deed> windowDeeds();
    void add(std::vector<Deed> deeds);
    static void closeWhatCameUp();

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    void pressAny(std::initializer_list<Qt::Key> keys, Qt::KeyboardModifiers modifiers = {});
    void type(const QString &text);
    void click(QWidget *widget, QPoint at, Qt::KeyboardModifiers modifiers = {});
    void clickAnywhere(QWidget *widget, Qt::KeyboardModifiers modifiers = {});
    void turnWheel(QWidget *widget);
    void drag(QWidget *widget, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {});

    void searchFor();
    void editField();
    void writeTrace();
    void writeInProgram();
    void changeEditedFile();
    void moveSplitter();
    void resizeWindow();

    // Any of the visible ones of the window; nullptr: there is none.
    template <typename Widget> [[nodiscard]] Widget *anySeen();
    [[nodiscard]] bool happens(int percent) { return m_random.bounded(100) < percent; }
    [[nodiscard]] QPoint placeIn(const QWidget *widget);

    MainWindow &m_window;
    Theme &m_theme;
    Language &m_language;
    QRandomGenerator m_random;
    QTimer m_closing; // some have an event loop of their own
    std::vector<Deed> m_deeds;
    int m_weights = 0; // of all
    QString m_deed;
};

} // namespace lockstep
