#pragma once

#include <cublasLt.h>

namespace netsmith::cuda {

/// The functions of cuBLASLt that are used, loaded for the first product: the library takes 150 MB, which a program that only lists
/// its devices does not need.
struct CublasLibrary {
    cublasLtHandle_t handle = nullptr; ///< one for the process: it keeps no state between calls

    decltype(&::cublasLtGetStatusString) statusString = nullptr;
    decltype(&::cublasLtGetVersion) version = nullptr;
    decltype(&::cublasLtMatmul) matmul = nullptr;
    decltype(&::cublasLtMatmulAlgoConfigGetAttribute) algorithmAttribute = nullptr;
    decltype(&::cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&::cublasLtMatmulDescCreate) createProduct = nullptr;
    decltype(&::cublasLtMatmulDescDestroy) destroyProduct = nullptr;
    decltype(&::cublasLtMatmulDescSetAttribute) setProductAttribute = nullptr;
    decltype(&::cublasLtMatmulPreferenceCreate) createPreference = nullptr;
    decltype(&::cublasLtMatmulPreferenceDestroy) destroyPreference = nullptr;
    decltype(&::cublasLtMatmulPreferenceSetAttribute) setPreferenceAttribute = nullptr;
    decltype(&::cublasLtMatrixLayoutCreate) createLayout = nullptr;
    decltype(&::cublasLtMatrixLayoutDestroy) destroyLayout = nullptr;
    decltype(&::cublasLtMatrixLayoutSetAttribute) setLayoutAttribute = nullptr;

    /// Throws `cuda.no_cublas` if the library is not installed, `cuda.cublas` if it does not start.
    static const CublasLibrary& instance();
};

/// Throws `cuda.cublas`; `what` was refused.
void checkProduct(const CublasLibrary& library, cublasStatus_t status, const char* what);

} // namespace netsmith::cuda
