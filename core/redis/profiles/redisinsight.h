#pragma once

#include "core/redis/profiles/profileimport.h"

namespace lockstep {

// What RedisInsight exports: a JSON array of its databases. Called by importProfiles().
Result<ImportedProfiles> importRedisInsight(
    const QByteArray &json, Environment environment, const QString &where);

} // namespace lockstep
