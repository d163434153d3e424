#include "engine/cuda/device/cudnn_library.h"

#include "engine/cuda/device_faults.h"

#include <dlfcn.h>

#include <array>
#include <optional>
#include <string>

namespace netsmith::cuda {
namespace {

template <class Function>
bool find(void* library, Function& function, const char* name)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

std::optional<CudnnLibrary> load()
{
    const std::string name = "libcudnn.so." + std::to_string(CUDNN_MAJOR);
    void* found = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); // for the lifetime of the process, like the module
    CudnnLibrary library;
    const bool whole = found && find(found, library.create, "cudnnCreate") && find(found, library.destroy, "cudnnDestroy")
        && find(found, library.setStream, "cudnnSetStream") && find(found, library.version, "cudnnGetVersion")
        && find(found, library.errorString, "cudnnGetErrorString")
        && find(found, library.lastErrorString, "cudnnGetLastErrorString")
        && find(found, library.createDescriptor, "cudnnBackendCreateDescriptor")
        && find(found, library.destroyDescriptor, "cudnnBackendDestroyDescriptor")
        && find(found, library.setAttribute, "cudnnBackendSetAttribute")
        && find(found, library.getAttribute, "cudnnBackendGetAttribute") && find(found, library.finalize, "cudnnBackendFinalize")
        && find(found, library.execute, "cudnnBackendExecute") && find(found, library.createTensor, "cudnnCreateTensorDescriptor")
        && find(found, library.destroyTensor, "cudnnDestroyTensorDescriptor")
        && find(found, library.setTensor, "cudnnSetTensorNdDescriptor")
        && find(found, library.createDropout, "cudnnCreateDropoutDescriptor")
        && find(found, library.destroyDropout, "cudnnDestroyDropoutDescriptor")
        && find(found, library.setDropout, "cudnnSetDropoutDescriptor")
        && find(found, library.createRnn, "cudnnCreateRNNDescriptor")
        && find(found, library.destroyRnn, "cudnnDestroyRNNDescriptor") && find(found, library.setRnn, "cudnnSetRNNDescriptor_v8")
        && find(found, library.createRnnData, "cudnnCreateRNNDataDescriptor")
        && find(found, library.destroyRnnData, "cudnnDestroyRNNDataDescriptor")
        && find(found, library.setRnnData, "cudnnSetRNNDataDescriptor")
        && find(found, library.rnnWeightSize, "cudnnGetRNNWeightSpaceSize")
        && find(found, library.rnnWeightParams, "cudnnGetRNNWeightParams")
        && find(found, library.rnnTempSizes, "cudnnGetRNNTempSpaceSizes") && find(found, library.rnnForward, "cudnnRNNForward")
        && find(found, library.rnnBackwardData, "cudnnRNNBackwardData_v8")
        && find(found, library.rnnBackwardWeights, "cudnnRNNBackwardWeights_v8");
    return whole ? std::optional(library) : std::nullopt;
}

} // namespace

const CudnnLibrary* CudnnLibrary::instance()
{
    static const std::optional<CudnnLibrary> library = load();
    return library ? &*library : nullptr;
}

CudnnHandle& CudnnHandle::instance(const CudnnLibrary& library)
{
    static CudnnHandle shared;
    const std::lock_guard lock(shared.mutex);
    if (!shared.handle)
        checkCudnn(library, library.create(&shared.handle), "to start");
    return shared;
}

cudnnDataType_t cudnnType(DataType type)
{
    switch (type) {
    case DataType::bf16: return CUDNN_DATA_BFLOAT16;
    case DataType::f16: return CUDNN_DATA_HALF;
    default: return CUDNN_DATA_FLOAT;
    }
}

void checkCudnn(const CudnnLibrary& library, cudnnStatus_t status, const char* what)
{
    if (status == CUDNN_STATUS_SUCCESS)
        return;
    if (status == CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED
        || status == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED)
        throw memoryError();
    std::array<char, 512> words{};
    library.lastErrorString(words.data(), words.size());
    throw Error(ErrorKind::failed, NS_MESSAGE("cuda.cudnn", "cuDNN refused {0}: {1} ({2})"), what, library.errorString(status),
                words.data());
}

} // namespace netsmith::cuda
