#pragma once

#include "engine/core/error.h"

#include <optional>
#include <string>
#include <string_view>

// What can be wrong with a GPU, in sentences. Nothing here calls CUDA, so that tests feed it every case there is.

namespace netsmith::cuda {

/// What CUDA's runtime returns (cudaError_t), as far as it means something to people.
namespace status {
inline constexpr int success = 0;
inline constexpr int memory = 2;
inline constexpr int oldDriver = 35;
inline constexpr int unavailable = 46;
inline constexpr int noDevice = 100;
inline constexpr int noKernel = 209;
inline constexpr int illegalAddress = 700;
} // namespace status

/// The GPU's memory ran out.
inline Error memoryError()
{
    return Error(
        ErrorKind::resources,
        NS_MESSAGE("cuda.memory", "the GPU ran out of memory; choose a smaller batch or close other programs that use the GPU"));
}

/// What the driver does not recover from within a process.
bool isLasting(int status);

/// The error that a status means: `cuda.memory`, `cuda.lost`, `cuda.busy`, `cuda.no_kernel`, else `cuda.runtime`. `doing` says what
/// was being done, and `words` are CUDA's own.
Error deviceError(int status, std::string_view doing, std::string_view words);

/// Throws it, and remembers that the device is lost where it is.
[[noreturn]] void failDevice(int status, std::string_view doing, std::string_view words);

/// Why this process can't use the device again, once it failed for good.
std::optional<Error> lostDevice();
/// For tests, which lose a device of their own.
void forgetLostDevice();

/// What CUDA says when it is asked for GPUs.
struct DriverAnswer {
    int status = status::success;
    int count = 0; ///< of GPUs in sight
    int driver = 0; ///< CUDA's version that the driver knows; 0: there is none
    int runtime = 0; ///< the one this was built with
    std::optional<std::string> visible{}; ///< CUDA_VISIBLE_DEVICES
    std::string words{}; ///< for the status
};

/// Why there is no GPU in sight: no driver, one too old, none left by CUDA_VISIBLE_DEVICES; nothing where there is one.
std::optional<Error> whyNoDevice(const DriverAnswer& answer);

/// The compute capability that the kernels are built for, and all newer ones.
inline constexpr int leastMajor = 7;
inline constexpr int leastMinor = 5;
bool isOldGpu(int major, int minor);

/// What a GPU is, as far as a program may be kept from it.
struct GpuFacts {
    std::string name{};
    int major = 0;
    int minor = 0;
    bool prohibited = false; ///< its compute mode lets no program in
};

/// Why a GPU that is in sight can't be computed on, as far as it says so before it is tried.
std::optional<Error> whyUnusable(const GpuFacts& gpu);

/// CUDA's number of a version as people write it: 13000 is "13.0".
std::string versionText(int version);

} // namespace netsmith::cuda
