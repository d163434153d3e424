#include "engine/cuda/device/cublas_library.h"

#include "engine/cuda/device_faults.h"

#include <dlfcn.h>

#include <string>

namespace netsmith::cuda {
namespace {

[[noreturn]] void refuse(const char* reason)
{
    throw Error(ErrorKind::failed,
                NS_MESSAGE("cuda.no_cublas", "cuBLASLt {0} can't be loaded: {1}; install the CUDA toolkit of this version"),
                CUBLAS_VER_MAJOR, reason);
}

template <class Function>
void find(void* library, Function& function, const char* name)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function)
        refuse(dlerror());
}

CublasLibrary load()
{
    const std::string name = "libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR);
    void* found = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); // for the lifetime of the process, like the module
    if (!found)
        refuse(dlerror());
    CublasLibrary library;
    decltype(&::cublasLtCreate) create = nullptr;
    find(found, create, "cublasLtCreate");
    find(found, library.statusString, "cublasLtGetStatusString");
    find(found, library.version, "cublasLtGetVersion");
    find(found, library.matmul, "cublasLtMatmul");
    find(found, library.algorithmAttribute, "cublasLtMatmulAlgoConfigGetAttribute");
    find(found, library.heuristic, "cublasLtMatmulAlgoGetHeuristic");
    find(found, library.createProduct, "cublasLtMatmulDescCreate");
    find(found, library.destroyProduct, "cublasLtMatmulDescDestroy");
    find(found, library.setProductAttribute, "cublasLtMatmulDescSetAttribute");
    find(found, library.createPreference, "cublasLtMatmulPreferenceCreate");
    find(found, library.destroyPreference, "cublasLtMatmulPreferenceDestroy");
    find(found, library.setPreferenceAttribute, "cublasLtMatmulPreferenceSetAttribute");
    find(found, library.createLayout, "cublasLtMatrixLayoutCreate");
    find(found, library.destroyLayout, "cublasLtMatrixLayoutDestroy");
    find(found, library.setLayoutAttribute, "cublasLtMatrixLayoutSetAttribute");
    checkProduct(library, create(&library.handle), "to start");
    return library;
}

} // namespace

const CublasLibrary& CublasLibrary::instance()
{
    static const CublasLibrary library = load();
    return library;
}

void checkProduct(const CublasLibrary& library, cublasStatus_t status, const char* what)
{
    if (status == CUBLAS_STATUS_ALLOC_FAILED)
        throw memoryError();
    if (status != CUBLAS_STATUS_SUCCESS)
        throw Error(ErrorKind::failed,
                    Message(NS_MESSAGE("cuda.cublas", "cuBLASLt refused {0}: {1}"), what, library.statusString(status))
                        .with({.cause = MessageFacts::Cause::library}));
}

} // namespace netsmith::cuda
