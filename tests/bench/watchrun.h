#pragma once

#include "core/watch/session/watch.h"

#include <QEventLoop>
#include <QTimer>

namespace lockstep {

inline std::shared_ptr<const Catalogue> builtInCatalogue()
{
    auto loaded = Catalogue::load();
    if (!loaded)
        qFatal("No catalogue: %s", qPrintable(loaded.error().detail));
    return *loaded;
}

inline void runEventLoop(std::chrono::milliseconds span)
{
    QEventLoop loop;
    QTimer::singleShot(span, Qt::PreciseTimer, &loop, [&loop] { loop.quit(); });
    loop.exec();
}

// Starts it and returns after its first inventory. Ends the program if it does not find as many
// objects as it should.
inline void runInventory(Watch &watch, qint64 objects)
{
    QEventLoop loop;
    QObject::connect(&watch, &Watch::inventoryFinished, &loop, &QEventLoop::quit);
    QTimer::singleShot(std::chrono::minutes(2), &loop,
        [] { qFatal("The inventory does not finish within two minutes."); });
    watch.start();
    loop.exec();
    const auto found = watch.take().status.objects;
    if (found != objects)
        qFatal("%lld objects were found instead of %lld.", static_cast<long long>(found),
            static_cast<long long>(objects));
}

} // namespace lockstep
