#pragma once

#include "app/arguments/arguments.h"
#include "core/demo/demoshop.h"
#include "core/redis/privateserver/privateserver.h"
#include "core/watch/session/watch.h"
#include "ui/connect/permission.h"

#include <future>
#include <memory>

namespace lockstep {

// What is watched: the server that the user named, or a private server with the demo shop in it.
struct Source
{
    Endpoint endpoint;
    Permission permission = Permission::ReadOnly; // what the window may do on it
    std::optional<Profile> profile; // the profile that named it
    std::unique_ptr<PrivateServer> privateServer;
    std::unique_ptr<DemoShop> shop;

    // Takes the server from the arguments, or launches a private one, which comes up while the
    // caller does something else. Errors: ServerProgramMissing, PrivateServerFailed.
    static Result<Source> open(const Arguments &arguments);
    // Waits for the private server and opens the shop in it. Does nothing if the user named a
    // server. Errors: PrivateServerFailed.
    Result<void> begin();
    [[nodiscard]] bool isPrivateServer() const { return privateServer != nullptr; }
};

// Reads the known formats with the rules of the arguments, or of the demo shop for its private
// server. It does so on a thread of its own, because the window is built meanwhile. Errors:
// FileUnreadable, BadInput (the rules).
using LoadingCatalogue = std::shared_future<Result<std::shared_ptr<const Catalogue>>>;
LoadingCatalogue loadCatalogue(const Arguments &arguments);

// Begins the source and makes a watch of it, which the caller starts. Errors: those of the
// catalogue and of Source::begin().
Result<std::unique_ptr<Watch>> makeWatch(
    Source &source, const LoadingCatalogue &catalogue, const Arguments &arguments);

} // namespace lockstep
