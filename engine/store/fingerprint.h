#pragma once

#include "engine/backend/backend.h"

#include <map>
#include <optional>
#include <string>

namespace netsmith {

/// What must be equal for the same seed to give the same bits: the build, the device's properties, precision, fusion and each
/// kernel's implementation. By name, so that differences can be shown.
using Fingerprint = std::map<std::string, std::string>;

Fingerprint fingerprintOf(const DeviceInfo& device, const LogicalPlan& plan, const Executable& executable);

/// "threads: 2 there, 1 here; ...", or nothing if the two are equal.
std::optional<Message> differenceOf(const Fingerprint& there, const Fingerprint& here);

} // namespace netsmith
