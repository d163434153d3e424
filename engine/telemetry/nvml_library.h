#pragma once

#include "engine/telemetry/gpu_sample.h"

#include <memory>

namespace netsmith::telemetry {

/// NVIDIA's management library, loaded at run time: a machine without it has no GPUs, which is not an error.
class NvmlLibrary {
public:
    /// `path` is what dlopen takes.
    explicit NvmlLibrary(const char* path);
    ~NvmlLibrary();
    NvmlLibrary(NvmlLibrary&& other) noexcept;
    NvmlLibrary& operator=(NvmlLibrary&& other) noexcept;

    /// Whether the library was found and initialised.
    bool available() const { return m_functions != nullptr; }
    /// The current state of every GPU.
    std::vector<GpuSample> sample() const;
    /// Only the energy of one: joules since the driver was loaded.
    std::optional<double> energyOf(int index) const;

private:
    struct Functions;
    std::unique_ptr<Functions> m_functions;
};

} // namespace netsmith::telemetry
