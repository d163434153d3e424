#pragma once

#include <cublasLt.h>

namespace netsmith::cuda {

/// The functions of cuBLASLt that are used, found when the first product is made: the library takes 150 MB and a program that only
/// asks for its devices does without.
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

    /// Throws `cuda.no_cublas` where the library is not installed, `cuda.cublas` where it does not start.
    static const CublasLibrary& instance();
};

/// Throws `cuda.cublas`; `what` was refused.
void checkProduct(const CublasLibrary& library, cublasStatus_t status, const char* what);

} // namespace netsmith::cuda
