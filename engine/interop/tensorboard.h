#pragma once

#include "engine/store/run_record.h"

#include <string>

namespace netsmith::interop {

/// Numbers at one moment of a training, as TensorBoard draws them: one point each, on the curve of its tag.
struct EventPoint {
    double wallTime = 0.0; ///< seconds since 1970
    std::int64_t step = 0;
    NamedValues values; ///< by tag; NaNs are left out
};

/// Event files of TensorBoard: records of messages. Each function returns whole records, which can be concatenated.
std::string eventHead(double wallTime);
/// Invalidates everything from this step on in earlier files: a run resumes from a checkpoint.
std::string eventRestart(double wallTime, std::int64_t step);
std::string eventRecord(const EventPoint& point);

} // namespace netsmith::interop
