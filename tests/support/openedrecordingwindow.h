#pragma once

#include "app/recording/openedrecording.h"
#include "ui/replay/replaybar.h"

#include <QTest>

namespace lockstep {

// A recording in its window, which shows a moment of it. What prevents that ends the test program.
inline std::unique_ptr<OpenedRecording> shownRecording(const QString &path, const Theme *theme)
{
    auto window = std::make_unique<OpenedRecording>(path, theme);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->resize(1280, 720);
    window->QWidget::show();
    if (!QTest::qWaitFor([&] { return !window->bar()->note().isEmpty(); }, 60'000))
        qFatal("the recording was not opened");
    return window;
}

} // namespace lockstep
