#pragma once

#include "engine/runs/run_curves.h"

namespace netsmith::gui {

using runs::readRunCurves;
using runs::RunCurves;

} // namespace netsmith::gui
