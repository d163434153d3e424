#include "engine/cuda/device/cublas.h"

#include <cublasLt.h>

namespace netsmith::cuda {
namespace {

constexpr std::uint64_t mostWorkspace = std::uint64_t{32} << 20; // bytes: what NVIDIA advises for this generation

void checkProduct(cublasStatus_t status, const char* what)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    throw Error(ErrorKind::failed, NS_MESSAGE("cuda.cublas", "cuBLASLt refused {0}: {1}"), what, cublasLtGetStatusString(status));
}

cudaDataType_t typeOf(DataType type)
{
    switch (type) {
    case DataType::bf16: return CUDA_R_16BF;
    case DataType::f16: return CUDA_R_16F;
    default: return CUDA_R_32F;
    }
}

template <class Handle, cublasStatus_t (*destroy)(Handle)>
struct Owned {
    Handle handle = nullptr;

    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned()
    {
        if (handle)
            (void)destroy(handle);
    }
};

using Layout = Owned<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;

/// The library's own, one for the process: it keeps no state between calls.
cublasLtHandle_t library()
{
    static const cublasLtHandle_t handle = [] {
        cublasLtHandle_t made = nullptr;
        checkProduct(cublasLtCreate(&made), "to start");
        return made;
    }();
    return handle;
}

void makeLayout(Layout& layout, DataType type, std::int64_t rows, std::int64_t columns, std::int64_t step)
{
    checkProduct(cublasLtMatrixLayoutCreate(&layout.handle, typeOf(type), static_cast<std::uint64_t>(rows),
                                            static_cast<std::uint64_t>(columns), step > 0 ? step : rows),
                 "a matrix");
}

} // namespace

struct Product::Content {
    Owned<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy> product;
    Layout a;
    Layout b;
    Layout d;
    cublasLtMatmulHeuristicResult_t chosen{};
    float beta = 0.0f;

    template <class Value>
    void set(cublasLtMatmulDescAttributes_t attribute, const Value& value) const
    {
        checkProduct(cublasLtMatmulDescSetAttribute(product.handle, attribute, &value, sizeof value), "a product's setting");
    }
};

Product::Product(const ProductShape& shape)
    : m_content(std::make_unique<Content>())
{
    Content& c = *m_content;
    checkProduct(cublasLtMatmulDescCreate(&c.product.handle, shape.tensorFloat ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
                                          CUDA_R_32F),
                 "a product");
    c.set(CUBLASLT_MATMUL_DESC_TRANSA, shape.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N);
    c.set(CUBLASLT_MATMUL_DESC_TRANSB, shape.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N);
    if (shape.bias || shape.relu)
        c.set(CUBLASLT_MATMUL_DESC_EPILOGUE,
              shape.bias ? (shape.relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS) : CUBLASLT_EPILOGUE_RELU);
    makeLayout(c.a, shape.type, shape.transposeA ? shape.k : shape.m, shape.transposeA ? shape.m : shape.k, shape.stepA);
    makeLayout(c.b, shape.type, shape.transposeB ? shape.n : shape.k, shape.transposeB ? shape.k : shape.n, shape.stepB);
    makeLayout(c.d, shape.resultType, shape.m, shape.n, shape.stepD);
    c.beta = shape.accumulate ? 1.0f : 0.0f;

    Owned<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy> wishes;
    checkProduct(cublasLtMatmulPreferenceCreate(&wishes.handle), "a choice");
    checkProduct(cublasLtMatmulPreferenceSetAttribute(wishes.handle, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &mostWorkspace,
                                                      sizeof mostWorkspace),
                 "a choice");
    int found = 0;
    checkProduct(cublasLtMatmulAlgoGetHeuristic(library(), c.product.handle, c.a.handle, c.b.handle, c.d.handle, c.d.handle,
                                                wishes.handle, 1, &c.chosen, &found),
                 "to choose an algorithm");
    if (found == 0)
        checkProduct(CUBLAS_STATUS_NOT_SUPPORTED, "a product of this shape");
}

Product::~Product() = default;
Product::Product(Product&&) noexcept = default;

std::int64_t Product::workspace() const
{
    return static_cast<std::int64_t>(m_content->chosen.workspaceSize);
}

std::string Product::implementation() const
{
    int id = 0;
    std::size_t written = 0;
    (void)cublasLtMatmulAlgoConfigGetAttribute(&m_content->chosen.algo, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id, &written);
    return "cublasLt:" + std::to_string(id);
}

void Product::enqueue(Stream& stream, const void* a, const void* b, void* d, const void* bias, void* workspace) const
{
    const Content& c = *m_content;
    if (bias)
        c.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
    const float one = 1.0f;
    checkProduct(cublasLtMatmul(library(), c.product.handle, &one, a, c.a.handle, b, c.b.handle, &c.beta, d, c.d.handle, d,
                                c.d.handle, &c.chosen.algo, workspace, c.chosen.workspaceSize,
                                static_cast<cudaStream_t>(stream.native())),
                 "a product");
}

} // namespace netsmith::cuda
