#pragma once

#include <string>

namespace netsmith::cuda {

/// A stretch of what the host does, with a name on a profiler's timeline (NVTX), for as long as this lives. Costs next to nothing
/// where none looks on.
class ProfilerRange {
public:
    explicit ProfilerRange(const std::string& name);
    ~ProfilerRange();
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

} // namespace netsmith::cuda
