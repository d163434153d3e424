#pragma once

#include "engine/telemetry/gpu_sample.h"

#include <memory>

namespace netsmith::telemetry {

/// NVIDIA's management library, opened while the program runs: a machine without one has no GPUs, and that is no error.
class NvmlLibrary {
public:
    /// `path` is what dlopen takes.
    explicit NvmlLibrary(const char* path);
    ~NvmlLibrary();
    NvmlLibrary(NvmlLibrary&& other) noexcept;
    NvmlLibrary& operator=(NvmlLibrary&& other) noexcept;

    /// Whether the library is there and could be begun with.
    bool available() const { return m_functions != nullptr; }
    /// Every GPU as it is now.
    std::vector<GpuSample> sample() const;

private:
    struct Functions;
    std::unique_ptr<Functions> m_functions;
};

} // namespace netsmith::telemetry
