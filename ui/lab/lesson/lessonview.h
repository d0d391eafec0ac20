#pragma once

#include "core/lab/scenario/scenario.h"
#include "ui/lab/lesson/lessonlinks.h"

#include <QTextBrowser>

namespace lockstep {

class ShownScenario;
class Theme;

// The lesson of the shown scenario: its title, the text of its file, what must hold, its fix, its
// exercise with hints that open one by one, and its place in the course. Titles of other lessons
// and traces in the text are links. What exploring finds is folded until the user has explored or
// asks for it, because it gives the answer away.
class LessonView : public QTextBrowser
{
    Q_OBJECT

public:
    // theme and shown must outlive this.
    LessonView(const Theme *theme, const ShownScenario *shown, QWidget *parent = nullptr);

    // Sets the text again. The reader keeps the place in a lesson that was already shown; another
    // one begins at its top. settings: with which the checks are worded. isExplored: whether what
    // exploring finds is shown anyway.
    void showLesson(const Settings &settings, bool isExplored);

Q_SIGNALS:
    // The user follows a link:
    void lessonChosen(const QString &key); // to another lesson
    void stepsChosen(const QString &command); // to steps, which this `lockstep lab replay …` takes
    void copyRequested(); // to a copy of the program in which the exercise is to be solved
    void checkRequested(); // to the grade of the program as a solution of the exercise

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    // What stands at the upper edge: a paragraph, and how much of it is above the edge. The numbers
    // of the paragraphs before it do not change when the text is set again.
    struct Place
    {
        int paragraph = 0;
        double above = 0;
    };

    void retranslate();
    void writeLesson();
    [[nodiscard]] Place place() const;
    void goTo(const Place &place);
    void addParagraph(const QString &words, int weight, int gap, std::vector<LessonLink> links);
    void addHeading(const QString &words, int gap);
    // A paragraph that is one link.
    void addOffer(const QString &words, int gap, std::function<void()> act);
    void addText(const Scenario &lesson, int gap);
    void addChecks(const Scenario &lesson, int gap);
    void addFix(int gap);
    void addExercise(int gap);
    void addCourse(const Scenario &lesson, int gap);
    void follow(const QUrl &address);

    const Theme *m_theme;
    const ShownScenario *m_shown;
    Settings m_settings; // as given to showLesson()
    bool m_isExplored = false; // as given to showLesson()
    std::vector<LessonLink> m_links; // in the text, by the number in their address
    std::map<QString, int> m_hintsOpen; // by key of the exercise, in this session
    QString m_unfolded; // the scenario whose findings are shown although it was not explored
    QString m_setKey; // the scenario whose text was set
    int m_setWidth = 0; // the width for which the text was set
};

} // namespace lockstep
