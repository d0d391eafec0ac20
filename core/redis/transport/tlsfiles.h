#pragma once

#include "core/redis/values/endpoint.h"
#include "core/redis/values/error.h"

#include <QSslConfiguration>

namespace lockstep {

// Reads the files named in the options. Errors: FileUnreadable, the detail names the file and the
// reason.
Result<QSslConfiguration> tlsConfiguration(const TlsOptions &options);

} // namespace lockstep
