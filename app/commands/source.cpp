#include "app/commands/source.h"

namespace lockstep {

Result<Source> Source::open(const Arguments &arguments)
{
    Source source;
    if (arguments.endpoint) {
        source.endpoint = *arguments.endpoint;
        source.profile = arguments.profile;
        return source;
    }
    auto privateServer = PrivateServer::launch({});
    if (!privateServer)
        return tl::unexpected(privateServer.error());
    source.privateServer = std::move(*privateServer);
    source.endpoint = source.privateServer->endpoint();
    source.shop = std::make_unique<DemoShop>(source.endpoint, DemoShop::Options());
    return source;
}

Result<void> Source::begin()
{
    if (!privateServer)
        return {};
    if (const auto ready = privateServer->waitUntilReady(); !ready)
        return ready;
    shop->start();
    return {};
}

LoadingCatalogue loadCatalogue(const Arguments &arguments)
{
    const bool isShops = !arguments.endpoint && arguments.rulesFile.isEmpty();
    const QString rules = isShops ? DemoShop::rulesFile() : arguments.rulesFile;
    return std::async(std::launch::async, [rules] { return Catalogue::load(rules); });
}

Result<std::unique_ptr<Watch>> makeWatch(
    Source &source, const LoadingCatalogue &loading, const Arguments &arguments)
{
    const auto &catalogue = loading.get();
    if (!catalogue)
        return tl::unexpected(catalogue.error());
    if (const auto begun = source.begin(); !begun)
        return tl::unexpected(begun.error());
    WatchOptions options;
    options.prefix = arguments.prefix;
    options.locksMayRest = arguments.lowLoad;
    return std::make_unique<Watch>(source.endpoint, *catalogue, options);
}

} // namespace lockstep
