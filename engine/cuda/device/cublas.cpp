#include "engine/cuda/device/cublas.h"

#include "engine/cuda/device/cublas_library.h"

#include <limits>
#include <utility>

namespace netsmith::cuda {
namespace {

constexpr std::uint64_t mostWorkspace = std::uint64_t{32} << 20; // bytes: what NVIDIA advises for this generation

cudaDataType_t typeOf(DataType type)
{
    switch (type) {
    case DataType::bf16: return CUDA_R_16BF;
    case DataType::f16: return CUDA_R_16F;
    default: return CUDA_R_32F;
    }
}

/// A descriptor of the library, destroyed with this object.
template <class Handle>
struct Owned {
    Handle handle = nullptr;
    cublasStatus_t (*destroy)(Handle) = nullptr;

    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned()
    {
        if (handle)
            (void)destroy(handle);
    }
};

using Layout = Owned<cublasLtMatrixLayout_t>;

/// `count` consecutive matrices.
void describe(const CublasLibrary& library, Layout& layout, DataType type, std::int64_t rows, std::int64_t columns,
              std::int64_t step, std::int64_t count)
{
    layout.destroy = library.destroyLayout;
    if (step == 0)
        step = rows;
    checkProduct(library,
                 library.createLayout(&layout.handle, typeOf(type), static_cast<std::uint64_t>(rows),
                                      static_cast<std::uint64_t>(columns), step),
                 "a matrix");
    if (count == 1)
        return;
    const auto set = [&](cublasLtMatrixLayoutAttribute_t attribute, auto value) {
        checkProduct(library, library.setLayoutAttribute(layout.handle, attribute, &value, sizeof value), "a batch of matrices");
    };
    if (count > std::numeric_limits<std::int32_t>::max())
        checkProduct(library, CUBLAS_STATUS_NOT_SUPPORTED, "a batch of that many matrices");
    set(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, static_cast<std::int32_t>(count));
    set(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, step * columns);
}

} // namespace

struct Product::Content {
    const CublasLibrary& library = CublasLibrary::instance();
    Owned<cublasLtMatmulDesc_t> product;
    Layout a;
    Layout b;
    Layout d;
    cublasLtMatmulHeuristicResult_t chosen{};
    float beta = 0.0f;

    template <class Value>
    void set(cublasLtMatmulDescAttributes_t attribute, const Value& value) const
    {
        checkProduct(library, library.setProductAttribute(product.handle, attribute, &value, sizeof value), "a product's setting");
    }
};

Product::Product(const ProductShape& shape)
    : m_content(std::make_unique<Content>())
{
    Content& c = *m_content;
    c.product.destroy = c.library.destroyProduct;
    checkProduct(c.library,
                 c.library.createProduct(&c.product.handle, shape.tensorFloat ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
                                         CUDA_R_32F),
                 "a product");
    c.set(CUBLASLT_MATMUL_DESC_TRANSA, shape.transposeA ? CUBLAS_OP_T : CUBLAS_OP_N);
    c.set(CUBLASLT_MATMUL_DESC_TRANSB, shape.transposeB ? CUBLAS_OP_T : CUBLAS_OP_N);
    if (shape.bias || shape.relu)
        c.set(CUBLASLT_MATMUL_DESC_EPILOGUE,
              shape.bias ? (shape.relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS) : CUBLASLT_EPILOGUE_RELU);
    const auto [rowsA, columnsA] = shape.transposeA ? std::pair(shape.k, shape.m) : std::pair(shape.m, shape.k);
    const auto [rowsB, columnsB] = shape.transposeB ? std::pair(shape.n, shape.k) : std::pair(shape.k, shape.n);
    describe(c.library, c.a, shape.type, rowsA, columnsA, shape.stepA, shape.count);
    describe(c.library, c.b, shape.type, rowsB, columnsB, shape.stepB, shape.count);
    describe(c.library, c.d, shape.resultType, shape.m, shape.n, shape.stepD, shape.count);
    c.beta = shape.accumulate ? 1.0f : 0.0f;

    Owned<cublasLtMatmulPreference_t> wishes;
    wishes.destroy = c.library.destroyPreference;
    checkProduct(c.library, c.library.createPreference(&wishes.handle), "a choice");
    checkProduct(c.library,
                 c.library.setPreferenceAttribute(wishes.handle, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &mostWorkspace,
                                                  sizeof mostWorkspace),
                 "a choice");
    if (sizeOf(shape.resultType) < sizeof(float)) { // partial sums stay in f32 until they are added up
        constexpr std::uint32_t schemes = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
        checkProduct(
            c.library,
            c.library.setPreferenceAttribute(wishes.handle, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &schemes, sizeof schemes),
            "a choice");
    }
    const auto alignment = static_cast<std::uint32_t>(shape.alignment); // larger alignments are assumed
    for (const auto whose : {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
                             CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES})
        checkProduct(c.library, c.library.setPreferenceAttribute(wishes.handle, whose, &alignment, sizeof alignment), "a choice");
    int found = 0;
    checkProduct(c.library,
                 c.library.heuristic(c.library.handle, c.product.handle, c.a.handle, c.b.handle, c.d.handle, c.d.handle,
                                     wishes.handle, 1, &c.chosen, &found),
                 "to choose an algorithm");
    if (found == 0)
        checkProduct(c.library, CUBLAS_STATUS_NOT_SUPPORTED, "a product of this shape");
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
    (void)m_content->library.algorithmAttribute(&m_content->chosen.algo, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id, &written);
    return "cublasLt " + std::to_string(m_content->library.version()) + ":"
        + std::to_string(id); // the results depend on its version, too
}

void Product::enqueue(Stream& stream, const void* a, const void* b, void* d, const void* bias, void* workspace) const
{
    const Content& c = *m_content;
    if (bias)
        c.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
    const float one = 1.0f;
    checkProduct(c.library,
                 c.library.matmul(c.library.handle, c.product.handle, &one, a, c.a.handle, b, c.b.handle, &c.beta, d, c.d.handle, d,
                                  c.d.handle, &c.chosen.algo, workspace, c.chosen.workspaceSize,
                                  static_cast<cudaStream_t>(stream.native())),
                 "a product");
}

} // namespace netsmith::cuda
