#pragma once

#include <string>

namespace netsmith::cuda {

/// A named range of host work on a profiler's timeline (NVTX), for this object's lifetime. Costs almost nothing without a profiler.
class ProfilerRange {
public:
    explicit ProfilerRange(const std::string& name);
    ~ProfilerRange();
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

} // namespace netsmith::cuda
