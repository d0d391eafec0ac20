#include "app/source.h"

namespace lockstep {

Result<Source> Source::open(const Arguments &arguments)
{
    Source source;
    if (arguments.endpoint) {
        source.endpoint = *arguments.endpoint;
        return source;
    }
    auto sandbox = Sandbox::start();
    if (!sandbox)
        return tl::unexpected(sandbox.error());
    source.sandbox = std::move(*sandbox);
    source.endpoint = source.sandbox->endpoint();
    source.shop = std::make_unique<DemoShop>(source.endpoint, DemoShop::Options());
    source.shop->start();
    return source;
}

Result<std::unique_ptr<Watch>> makeWatch(const Source &source, const Arguments &arguments)
{
    const auto catalogue = Catalogue::load(arguments.rulesFile);
    if (!catalogue)
        return tl::unexpected(catalogue.error());
    WatchOptions options;
    options.prefix = arguments.prefix;
    return std::make_unique<Watch>(source.endpoint, *catalogue, options);
}

} // namespace lockstep
