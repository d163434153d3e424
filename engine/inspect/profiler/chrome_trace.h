#pragma once

#include "engine/inspect/profiler/training_profile.h"

namespace netsmith::inspect {

/// The timeline of the step that a profile shows, in Chrome's trace event format, which Perfetto and chrome://tracing open: the
/// step and its programs as spans around its kernels, one track for each part, and the live memory as a counter.
std::string chromeTrace(const TrainingProfile& profile);

} // namespace netsmith::inspect
