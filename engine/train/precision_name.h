#pragma once

#include "engine/core/message.h"
#include "engine/plan/logical_plan.h"

namespace netsmith::train {

/// Its display name: "emulated FP16".
Message precisionName(Precision precision);

} // namespace netsmith::train
