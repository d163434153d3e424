#pragma once

#include "engine/core/error.h"

#include <optional>
#include <string>
#include <string_view>

// Messages for GPU faults. Nothing here calls CUDA, so tests can feed it every case.

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
    return Error(ErrorKind::resources,
                 Message(NS_MESSAGE("cuda.memory",
                                    "the GPU ran out of memory; choose a smaller batch or close other programs that use the GPU"))
                     .with({.cause = MessageFacts::Cause::deviceMemory}));
}

/// Errors that the driver does not recover from within a process.
bool isLasting(int status);

/// The error that a status means: `cuda.memory`, `cuda.lost`, `cuda.busy`, `cuda.no_kernel`, else `cuda.runtime`. `doing` says what
/// was being done, and `words` are CUDA's own.
Error deviceError(int status, std::string_view doing, std::string_view words);

/// Throws it, and remembers if the device is lost.
[[noreturn]] void failDevice(int status, std::string_view doing, std::string_view words);

/// Why this process can't use the device again, once it failed for good.
std::optional<Error> lostDevice();
/// For tests, which simulate the loss of a device.
void forgetLostDevice();

/// CUDA's answer when asked for GPUs.
struct DriverAnswer {
    int status = status::success;
    int count = 0; ///< the number of visible GPUs
    int driver = 0; ///< the CUDA version that the driver supports; 0: there is no driver
    int runtime = 0; ///< the one this was built with
    std::optional<std::string> visible{}; ///< CUDA_VISIBLE_DEVICES
    std::string words{}; ///< for the status
};

/// Why no GPU is visible: no driver, an outdated one, none left by CUDA_VISIBLE_DEVICES; nothing if there is one.
std::optional<Error> whyNoDevice(const DriverAnswer& answer);

/// The compute capability that the kernels are built for, and all newer ones.
inline constexpr int leastMajor = 7;
inline constexpr int leastMinor = 5;
bool isOldGpu(int major, int minor);

/// The properties of a GPU that may keep a program from using it.
struct GpuFacts {
    std::string name{};
    int major = 0;
    int minor = 0;
    bool prohibited = false; ///< its compute mode prohibits programs
};

/// Why a visible GPU can't be used, as far as its properties show before it is tried.
std::optional<Error> whyUnusable(const GpuFacts& gpu);

/// CUDA's number of a version as people write it: 13000 is "13.0".
std::string versionText(int version);

} // namespace netsmith::cuda
