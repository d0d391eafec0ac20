#pragma once

#include "app/arguments/arguments.h"
#include "core/demo/demoshop.h"
#include "core/redis/privateserver/privateserver.h"
#include "core/watch/session/watch.h"
#include "ui/connect/permission.h"

#include <future>
#include <memory>

namespace lockstep {

// What is watched: the server that was named, or a private server with the demo shop in it.
struct Source
{
    Endpoint endpoint;
    Permission permission = Permission::ReadOnly; // of the window
    std::optional<Profile> profile; // by which it was named
    std::unique_ptr<PrivateServer> privateServer;
    std::unique_ptr<DemoShop> shop;

    // A private server is launched, and comes up while the caller does something else.
    // Errors: ServerProgramMissing, PrivateServerFailed.
    static Result<Source> open(const Arguments &arguments);
    // Waits for the private server and opens the shop in it. Nothing to do for a named server.
    // Errors: PrivateServerFailed.
    Result<void> begin();
    [[nodiscard]] bool isPrivateServer() const { return privateServer != nullptr; }
};

// The known formats with the arguments' rules, or the demo shop's for its private server, read on a
// thread of its own: the window is built meanwhile. Errors: FileUnreadable, BadInput (the rules).
using LoadingCatalogue = std::shared_future<Result<std::shared_ptr<const Catalogue>>>;
LoadingCatalogue loadCatalogue(const Arguments &arguments);

// Begins the source and makes a watch of it, not started. Errors: those of the catalogue and of
// begin().
Result<std::unique_ptr<Watch>> makeWatch(
    Source &source, const LoadingCatalogue &catalogue, const Arguments &arguments);

} // namespace lockstep
