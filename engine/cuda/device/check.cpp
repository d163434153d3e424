#include "engine/cuda/device/check.h"

#include "engine/cuda/kernels/launch_check.h"

#include <cuda_runtime_api.h>

namespace netsmith::cuda {
namespace {

/// What the driver does not recover from within a process.
bool isLasting(cudaError_t status)
{
    switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable: return true;
    default: return false;
    }
}

} // namespace

std::string versionText(int version)
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

void check(int code, const char* what)
{
    const auto status = static_cast<cudaError_t>(code);
    if (status == cudaSuccess)
        return;
    (void)cudaGetLastError(); // so that it is not met again
    if (status == cudaErrorMemoryAllocation)
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("cuda.memory", "the GPU's memory ran out; choose a smaller batch or close what else uses the GPU"));
    if (isLasting(status))
        throw Error(ErrorKind::deviceLost,
                    NS_MESSAGE("cuda.lost",
                               "the GPU failed while {0} ({1}), and this process can't use it again; the last checkpoint is whole: "
                               "start the program anew and resume"),
                    what, cudaGetErrorString(status));
    throw Error(ErrorKind::failed, NS_MESSAGE("cuda.runtime", "the GPU refused {0}: {1}"), what, cudaGetErrorString(status));
}

std::optional<Message> whyNoDevice()
{
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess && count > 0)
        return std::nullopt;
    (void)cudaGetLastError();
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
        return Message(NS_MESSAGE("cuda.no_driver", "there is no NVIDIA driver on this machine; install it to train on a GPU"));
    if (status == cudaErrorInsufficientDriver)
        return Message(
            NS_MESSAGE("cuda.old_driver", "the NVIDIA driver knows CUDA {0}, and this build needs {1}; install a newer driver"),
            versionText(driver), versionText(CUDART_VERSION));
    if (status == cudaErrorNoDevice || status == cudaSuccess)
        return Message(NS_MESSAGE("cuda.no_gpu", "the NVIDIA driver sees no GPU; if there is one, look at CUDA_VISIBLE_DEVICES"));
    return Message(NS_MESSAGE("cuda.unusable", "the GPU can't be used: {0}"), cudaGetErrorString(status));
}

void kernels::checkLaunch()
{
    check(cudaGetLastError(), "starting a kernel");
}

} // namespace netsmith::cuda
