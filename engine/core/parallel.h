#pragma once

#include <cstdint>
#include <functional>

namespace netsmith {

/// The threads that parallel loops use: what `setThreadCount` said, else the cores this process may run on.
int threadCount();
void setThreadCount(int count);

/// Calls `body(begin, end)` over contiguous, disjoint ranges that cover [0, count), one per thread, and returns when all are done.
/// The split depends only on `count`, `grain` and `threadCount()`. Fewer than `2·grain` items run on the caller's thread.
/// Denormals are flushed inside. `body` must not throw.
void parallelFor(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body);

/// Flushes denormals to zero on the calling thread from now on: Adam over denormal moments ran 33× slower.
void flushDenormals();

} // namespace netsmith
