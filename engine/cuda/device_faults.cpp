#include "engine/cuda/device_faults.h"

#include <mutex>

namespace netsmith::cuda {
namespace {

struct Loss {
    std::mutex mutex;
    std::optional<Error> error;
};

Loss& loss()
{
    static Loss one;
    return one;
}

} // namespace

bool isLasting(int status)
{
    switch (status) {
    case 214: // cudaErrorECCUncorrectable
    case 220: // cudaErrorNvlinkUncorrectable
    case 226: // cudaErrorContained
    case status::illegalAddress:
    case 702: // cudaErrorLaunchTimeout
    case 709: // cudaErrorContextIsDestroyed
    case 710: // cudaErrorAssert
    case 714: // cudaErrorHardwareStackError
    case 715: // cudaErrorIllegalInstruction
    case 716: // cudaErrorMisalignedAddress
    case 717: // cudaErrorInvalidAddressSpace
    case 718: // cudaErrorInvalidPc
    case 719: // cudaErrorLaunchFailure
    case 721: // cudaErrorTensorMemoryLeak
    case 911: return true; // cudaErrorExternalDevice
    default: return false;
    }
}

Error deviceError(int status, std::string_view doing, std::string_view words)
{
    if (isLasting(status))
        return Error(ErrorKind::deviceLost,
                     NS_MESSAGE("cuda.lost",
                                "the GPU failed while {0} ({1}), and this process can't use it again; the last checkpoint is "
                                "intact: start the program again and resume"),
                     doing, words);
    switch (status) {
    case status::memory: return memoryError();
    case status::unavailable:
        return Error(ErrorKind::failed,
                     NS_MESSAGE("cuda.busy",
                                "the GPU is busy: another program uses it exclusively, or it accepts none; wait until that one has "
                                "ended (nvidia-smi lists it), or allow several with nvidia-smi --compute-mode=0"));
    case status::noKernel:
        return Error(ErrorKind::input,
                     NS_MESSAGE("cuda.no_kernel",
                                "this build has no kernels for the GPU, which needs compute capability {0}.{1} or newer; train on "
                                "the CPU or another GPU"),
                     leastMajor, leastMinor);
    default: return Error(ErrorKind::failed, NS_MESSAGE("cuda.runtime", "the GPU refused {0}: {1}"), doing, words);
    }
}

void failDevice(int status, std::string_view doing, std::string_view words)
{
    Error error = deviceError(status, doing, words);
    if (error.kind() == ErrorKind::deviceLost) {
        const std::lock_guard lock(loss().mutex);
        if (!loss().error) // later failures are consequences
            loss().error =
                Error(ErrorKind::deviceLost,
                      NS_MESSAGE("cuda.was_lost",
                                 "the GPU failed while {0} ({1}), and this process can't use it again; start the program again"),
                      doing, words);
    }
    throw error;
}

std::optional<Error> lostDevice()
{
    const std::lock_guard lock(loss().mutex);
    return loss().error;
}

void forgetLostDevice()
{
    const std::lock_guard lock(loss().mutex);
    loss().error.reset();
}

std::optional<Error> whyNoDevice(const DriverAnswer& answer)
{
    if (answer.status == status::success && answer.count > 0)
        return std::nullopt;
    if (answer.driver == 0)
        return Error(ErrorKind::input,
                     NS_MESSAGE("cuda.no_driver", "there is no NVIDIA driver on this machine; install it to train on a GPU"));
    if (answer.status == status::oldDriver)
        return Error(
            ErrorKind::input,
            NS_MESSAGE("cuda.old_driver", "the NVIDIA driver supports CUDA {0}, but this build needs {1}; install a newer driver"),
            versionText(answer.driver), versionText(answer.runtime));
    if (answer.status != status::noDevice && answer.status != status::success)
        return Error(ErrorKind::failed, NS_MESSAGE("cuda.unusable", "the GPU can't be used: {0}"), answer.words);
    if (answer.visible)
        return Error(ErrorKind::input,
                     NS_MESSAGE("cuda.hidden",
                                "the NVIDIA driver sees no GPU, and CUDA_VISIBLE_DEVICES is \"{0}\"; unset it, or name a GPU that "
                                "nvidia-smi lists"),
                     *answer.visible);
    return Error(ErrorKind::input, NS_MESSAGE("cuda.no_gpu", "the NVIDIA driver sees no GPU; check whether nvidia-smi lists one"));
}

bool isOldGpu(int major, int minor)
{
    return major < leastMajor || (major == leastMajor && minor < leastMinor);
}

std::optional<Error> whyUnusable(const GpuFacts& gpu)
{
    if (isOldGpu(gpu.major, gpu.minor))
        return Error(ErrorKind::input,
                     NS_MESSAGE("cuda.old_gpu",
                                "{0} has compute capability {1}.{2}, and {3}.{4} or newer is needed; train on the CPU or another "
                                "GPU"),
                     gpu.name, gpu.major, gpu.minor, leastMajor, leastMinor);
    if (gpu.prohibited)
        return Error(
            ErrorKind::failed,
            NS_MESSAGE(
                "cuda.prohibited",
                "the compute mode of {0} allows no programs; an administrator can change it with nvidia-smi --compute-mode=0"),
            gpu.name);
    return std::nullopt;
}

std::string versionText(int version)
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

} // namespace netsmith::cuda
