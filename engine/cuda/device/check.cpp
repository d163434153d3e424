#include "engine/cuda/device/check.h"

#include "engine/cuda/kernels/launch_check.h"

#include <cuda_runtime_api.h>

#include <cstdlib>

namespace netsmith::cuda {

static_assert(status::memory == cudaErrorMemoryAllocation && status::oldDriver == cudaErrorInsufficientDriver
              && status::unavailable == cudaErrorDevicesUnavailable && status::noDevice == cudaErrorNoDevice
              && status::noKernel == cudaErrorNoKernelImageForDevice && status::illegalAddress == cudaErrorIllegalAddress);

void check(int code, const char* doing)
{
    if (code == cudaSuccess)
        return;
    (void)cudaGetLastError(); // so that it is not seen again
    failDevice(code, doing, cudaGetErrorString(static_cast<cudaError_t>(code)));
}

std::optional<Error> whyNoDevice()
{
    DriverAnswer answer;
    const cudaError_t status = cudaGetDeviceCount(&answer.count);
    answer.status = status;
    answer.words = cudaGetErrorString(status);
    (void)cudaGetLastError();
    if (cudaDriverGetVersion(&answer.driver) != cudaSuccess)
        answer.driver = 0;
    answer.runtime = CUDART_VERSION;
    if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"))
        answer.visible = visible;
    return whyNoDevice(answer);
}

void kernels::checkLaunch()
{
    check(cudaGetLastError(), "starting a kernel");
}

} // namespace netsmith::cuda
