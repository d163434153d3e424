#pragma once

#include "engine/backend/backend.h"

namespace netsmith::cpu {

/// What this processor is and offers: name, memory, precisions, and the properties that make up the fingerprint.
DeviceInfo processor();

} // namespace netsmith::cpu
