#pragma once

#include "engine/core/data_type.h"

#include <cudnn.h>

#include <mutex>

namespace netsmith::cuda {

/// The functions of cuDNN that are used, loaded when the first convolution or recurrent layer is lowered: the library and its parts
/// take a gigabyte, and both can be computed without it.
struct CudnnLibrary {
    decltype(&::cudnnCreate) create = nullptr;
    decltype(&::cudnnDestroy) destroy = nullptr;
    decltype(&::cudnnSetStream) setStream = nullptr;
    decltype(&::cudnnGetVersion) version = nullptr;
    decltype(&::cudnnGetErrorString) errorString = nullptr;
    decltype(&::cudnnGetLastErrorString) lastErrorString = nullptr;
    decltype(&::cudnnBackendCreateDescriptor) createDescriptor = nullptr;
    decltype(&::cudnnBackendDestroyDescriptor) destroyDescriptor = nullptr;
    decltype(&::cudnnBackendSetAttribute) setAttribute = nullptr;
    decltype(&::cudnnBackendGetAttribute) getAttribute = nullptr;
    decltype(&::cudnnBackendFinalize) finalize = nullptr;
    decltype(&::cudnnBackendExecute) execute = nullptr;
    // For recurrent layers, which have no graphs:
    decltype(&::cudnnCreateTensorDescriptor) createTensor = nullptr;
    decltype(&::cudnnDestroyTensorDescriptor) destroyTensor = nullptr;
    decltype(&::cudnnSetTensorNdDescriptor) setTensor = nullptr;
    decltype(&::cudnnCreateDropoutDescriptor) createDropout = nullptr;
    decltype(&::cudnnDestroyDropoutDescriptor) destroyDropout = nullptr;
    decltype(&::cudnnSetDropoutDescriptor) setDropout = nullptr;
    decltype(&::cudnnCreateRNNDescriptor) createRnn = nullptr;
    decltype(&::cudnnDestroyRNNDescriptor) destroyRnn = nullptr;
    decltype(&::cudnnSetRNNDescriptor_v8) setRnn = nullptr;
    decltype(&::cudnnCreateRNNDataDescriptor) createRnnData = nullptr;
    decltype(&::cudnnDestroyRNNDataDescriptor) destroyRnnData = nullptr;
    decltype(&::cudnnSetRNNDataDescriptor) setRnnData = nullptr;
    decltype(&::cudnnGetRNNWeightSpaceSize) rnnWeightSize = nullptr;
    decltype(&::cudnnGetRNNWeightParams) rnnWeightParams = nullptr;
    decltype(&::cudnnGetRNNTempSpaceSizes) rnnTempSizes = nullptr;
    decltype(&::cudnnRNNForward) rnnForward = nullptr;
    decltype(&::cudnnRNNBackwardData_v8) rnnBackwardData = nullptr;
    decltype(&::cudnnRNNBackwardWeights_v8) rnnBackwardWeights = nullptr;

    /// Null if the library of the major version that this was compiled with is not installed, or lacks one of them.
    static const CudnnLibrary* instance();
};

/// The library's handle for the GPU in use: one for the process, for one thread at a time.
struct CudnnHandle {
    cudnnHandle_t handle = nullptr;
    std::mutex mutex;

    /// Throws `cuda.cudnn` if the library does not start.
    static CudnnHandle& instance(const CudnnLibrary& library);
};

/// The library's name of f32, bf16 or f16.
cudnnDataType_t cudnnType(DataType type);

/// Throws `cuda.cudnn` with the library's message; `what` was refused.
void checkCudnn(const CudnnLibrary& library, cudnnStatus_t status, const char* what);

} // namespace netsmith::cuda
