#pragma once

#include "core/redis/profiles/profile.h"

#include <QWidget>

namespace lockstep {

class Theme;

// A frame around everything in the window, in the colour of the environment and with its name along
// the top, so that it can be recognised from afar. If the environment is unknown, the frame takes
// no room.
class EnvironmentFrame : public QWidget
{
    Q_OBJECT

public:
    explicit EnvironmentFrame(const Theme *theme, QWidget *parent = nullptr);

    void setEnvironment(std::optional<Environment> environment);
    [[nodiscard]] std::optional<Environment> environment() const { return m_environment; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyEnvironment();
    [[nodiscard]] QFont bannerFont() const;

    const Theme *m_theme;
    std::optional<Environment> m_environment;
};

} // namespace lockstep
