#pragma once

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace lockstep {

// Runs work on a thread of its own and then calls done with its result, on the thread of context.
// If context is destroyed before, done is not called and the result is destroyed. Nobody waits for
// the work, so it must not refer to anything that may end before it. To be called on the thread of
// context.
template <typename Work, typename Done> void runOnThread(QObject *context, Work work, Done done)
{
    using Value = std::invoke_result_t<Work>;
    const auto result = std::make_shared<std::optional<Value>>();
    QThread *thread =
        QThread::create([result, work = std::move(work)] { result->emplace(std::invoke(work)); });
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    QObject::connect(thread, &QThread::finished, context,
        [result, done = std::move(done)] { std::invoke(done, std::move(**result)); });
    thread->start();
}

} // namespace lockstep
