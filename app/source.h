#pragma once

#include "app/arguments.h"
#include "core/demo/demoshop.h"
#include "core/redis/sandbox.h"
#include "core/watch/watch.h"

#include <memory>

namespace lockstep {

// What is watched: the server that was named, or a sandbox with the demo shop in it.
struct Source
{
    Endpoint endpoint;
    std::unique_ptr<Sandbox> sandbox;
    std::unique_ptr<DemoShop> shop;

    // Errors: ServerProgramMissing, SandboxFailed.
    static Result<Source> open(const Arguments &arguments);
    [[nodiscard]] bool isSandbox() const { return sandbox != nullptr; }
};

// A watch of it with the arguments' rules and prefix, not started. Errors: FileUnreadable, BadInput
// (the rules).
Result<std::unique_ptr<Watch>> makeWatch(const Source &source, const Arguments &arguments);

} // namespace lockstep
