#include "engine/ops/dense.h"

#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/small_product.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/onednn.h"
#include "engine/cpu/weight_split.h"

namespace netsmith::cpu {
namespace {

using Desc = dnnl::memory::desc;

/// A matrix stored row by row, or its transpose without moving it.
Desc matrix(std::int64_t rows, std::int64_t columns, DataType type)
{
    return {{rows, columns}, onednnType(type), dnnl::memory::dims{columns, 1}};
}
Desc transposed(std::int64_t rows, std::int64_t columns, DataType type)
{
    return {{columns, rows}, onednnType(type), dnnl::memory::dims{1, columns}};
}

/// x [rows, in] · w [in, out] = y [rows, out]
struct Sizes {
    std::int64_t rows;
    std::int64_t in;
    std::int64_t out;
    Sizes(const Shape& x, const Shape& w)
        : rows(x.elements() / x[-1])
        , in(w[0])
        , out(w[1])
    {
    }
};

// In f32 oneDNN's plain sgemm, not its matmul: for 784×128 weights and a batch of 32 it takes 15 µs forward and 15 µs for the
// weights' gradient, while the primitive takes 21 and 39. Within one of our parallel parts it stays on that thread.
constexpr std::string_view plainProduct = "sgemm";

/// The rest to do for a product with a fused relu.
void squash(Activation activation, float* y, std::int64_t count)
{
    if (activation != Activation::relu)
        kernels::activate(activation, y, count);
}

void finish(Activation activation, const float* bias, float* y, const Sizes& sizes)
{
    if (bias)
        kernels::addBias(y, bias, y, sizes.rows, sizes.out, activation == Activation::relu);
    if (!bias || activation != Activation::relu)
        kernels::activate(activation, y, sizes.rows * sizes.out);
}

Lowered lowPrecisionDense(const DenseAttributes& attributes, const Sizes& sizes, DataType type)
{
    const Desc x = matrix(sizes.rows, sizes.in, type);
    const Desc w = matrix(sizes.in, sizes.out, type);
    const Desc y = matrix(sizes.rows, sizes.out, type);
    const Desc bias = matrix(1, sizes.out, DataType::f32);
    const dnnl::matmul::primitive_desc description(attributes.bias ? dnnl::matmul::desc(x, w, bias, y)
                                                                   : dnnl::matmul::desc(x, w, y),
                                                   onednnAttributes(attributes.activation), onednnEngine());
    auto chain = std::make_unique<OneDnnChain>();
    std::vector<OneDnnChain::Argument> arguments{{DNNL_ARG_SRC, x, OneDnnChain::input(0)},
                                                 {DNNL_ARG_WEIGHTS, w, OneDnnChain::input(1)},
                                                 {DNNL_ARG_DST, y, OneDnnChain::output(0)}};
    if (attributes.bias)
        arguments.push_back({DNNL_ARG_BIAS, bias, OneDnnChain::input(2)});
    chain->add(dnnl::matmul(description), arguments, description.scratchpad_desc());
    chain->finishWith(attributes.activation, sizes.rows * sizes.out, type);
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

Lowered lowPrecisionBackwardData(const Sizes& sizes, DataType type)
{
    const Desc dy = matrix(sizes.rows, sizes.out, type);
    const Desc w = transposed(sizes.in, sizes.out, type);
    const Desc dx = matrix(sizes.rows, sizes.in, type);
    const dnnl::matmul::primitive_desc description(dnnl::matmul::desc(dy, w, dx), onednnAttributes(), onednnEngine());
    auto chain = std::make_unique<OneDnnChain>();
    chain->add(dnnl::matmul(description),
               {{DNNL_ARG_SRC, dy, OneDnnChain::input(0)},
                {DNNL_ARG_WEIGHTS, w, OneDnnChain::input(1)},
                {DNNL_ARG_DST, dx, OneDnnChain::output(0)}},
               description.scratchpad_desc());
    chain->setImplementation(description.impl_info_str());
    return lowerTo(std::move(chain));
}

/// The product xᵀ·dy by a chain, and the sums of dy's rows by our own kernel: oneDNN's reduction over rows is its reference.
class LowPrecisionBackwardWeights final : public Kernel {
public:
    LowPrecisionBackwardWeights(std::unique_ptr<OneDnnChain> product, const Sizes& sizes, bool bias)
        : m_product(std::move(product))
        , m_sizes(sizes)
        , m_bias(bias)
    {
    }
    void bind(const Addresses& addresses) override
    {
        m_addresses = addresses;
        m_product->bind(addresses);
    }
    void run() noexcept override
    {
        m_product->run();
        if (m_bias)
            kernels::sumRows(m_addresses.in<BFloat16>(1), m_addresses.out<float>(1), m_sizes.rows, m_sizes.out);
    }
    std::string implementation() const override { return m_product->implementation(); }

private:
    std::unique_ptr<OneDnnChain> m_product;
    Sizes m_sizes;
    bool m_bias;
    Addresses m_addresses;
};

Lowered lowPrecisionBackwardWeights(const DenseAttributes& attributes, const Sizes& sizes, DataType type)
{
    const Desc x = transposed(sizes.rows, sizes.in, type);
    const Desc dy = matrix(sizes.rows, sizes.out, type);
    const Desc dw = matrix(sizes.in, sizes.out, DataType::f32);
    const dnnl::matmul::primitive_desc description(dnnl::matmul::desc(x, dy, dw), onednnAttributes(), onednnEngine());
    auto chain = std::make_unique<OneDnnChain>();
    chain->add(dnnl::matmul(description),
               {{DNNL_ARG_SRC, x, OneDnnChain::input(0)},
                {DNNL_ARG_WEIGHTS, dy, OneDnnChain::input(1)},
                {DNNL_ARG_DST, dw, OneDnnChain::output(0)}},
               description.scratchpad_desc());
    chain->setImplementation(description.impl_info_str());
    const std::int64_t workspace = chain->workspaceBytes();
    return {std::make_unique<LowPrecisionBackwardWeights>(std::move(chain), sizes, attributes.bias), {workspace, {}}};
}

/// The three products of a layer that are too small for a library.
Lowered smallDense(const DenseAttributes& attributes, const Sizes& sizes)
{
    return lowerTo([sizes, activation = attributes.activation, bias = attributes.bias](const Addresses& at) {
        kernels::smallProduct({at.in<float>(0), sizes.in, 1}, at.in<float>(1), bias ? at.in<float>(2) : nullptr, at.out<float>(0),
                              sizes.rows, sizes.in, sizes.out, activation == Activation::relu);
        squash(activation, at.out<float>(0), sizes.rows * sizes.out);
    });
}
Lowered smallBackwardData(const Sizes& sizes)
{
    return lowerTo(
        [sizes](const Addresses& at) {
            auto* turned = static_cast<float*>(at.workspace);
            kernels::transpose(at.in<float>(1), turned, sizes.in, sizes.out);
            kernels::smallProduct({at.in<float>(0), sizes.out, 1}, turned, nullptr, at.out<float>(0), sizes.rows, sizes.out,
                                  sizes.in, false);
        },
        {sizes.in * sizes.out * static_cast<std::int64_t>(sizeof(float)), {}});
}
Lowered smallBackwardWeights(const DenseAttributes& attributes, const Sizes& sizes)
{
    return lowerTo([sizes, bias = attributes.bias](const Addresses& at) {
        kernels::smallProduct({at.in<float>(0), 1, sizes.in}, at.in<float>(1), nullptr, at.out<float>(0), sizes.in, sizes.rows,
                              sizes.out, false);
        if (bias)
            kernels::sumRows(at.in<float>(1), at.out<float>(1), sizes.rows, sizes.out);
    });
}

/// Each thread multiplies by the weights it owns; the partial results are added up.
Lowered splitDense(const DenseAttributes& attributes, const Sizes& sizes, const WeightSplit& split)
{
    const std::int64_t results = sizes.rows * sizes.out;
    return lowerTo(
        [sizes, split, results, activation = attributes.activation, bias = attributes.bias](const Addresses& at) {
            auto* parts = static_cast<float*>(at.workspace);
            eachPart(split.parts, [&](int part) {
                const std::int64_t row = split.row(part);
                expectSuccess(dnnl_sgemm('N', 'N', sizes.rows, sizes.out, split.row(part + 1) - row, 1.0f, at.in<float>(0) + row,
                                         sizes.in, at.in<float>(1) + row * sizes.out, sizes.out, 0.0f, parts + part * results,
                                         sizes.out),
                              *at.failure);
            });
            kernels::addParts(parts, split.parts, bias ? at.in<float>(2) : nullptr, at.out<float>(0), sizes.rows, sizes.out,
                              activation == Activation::relu);
            squash(activation, at.out<float>(0), results);
        },
        {split.parts * results * static_cast<std::int64_t>(sizeof(float)), {}}, plainProduct);
}

} // namespace

template <>
Lowered lower<ops::dense>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DenseAttributes>();
    const Sizes sizes(context.input(op, 0).shape, context.input(op, 1).shape);
    if (const DataType type = context.input(op, 0).type; type != DataType::f32)
        return lowPrecisionDense(attributes, sizes, type);
    if (kernels::isSmallProduct(sizes.rows, sizes.in, sizes.out))
        return smallDense(attributes, sizes);
    // Adding up the partial results must stay cheap compared to the product.
    if (const WeightSplit split(context.input(op, 1).shape); split.parts > 1 && sizes.rows * split.parts <= sizes.in)
        return splitDense(attributes, sizes, split);
    return lowerTo(
        [sizes, activation = attributes.activation, bias = attributes.bias](const Addresses& at) {
            expectSuccess(dnnl_sgemm('N', 'N', sizes.rows, sizes.out, sizes.in, 1.0f, at.in<float>(0), sizes.in, at.in<float>(1),
                                     sizes.out, 0.0f, at.out<float>(0), sizes.out),
                          *at.failure);
            finish(activation, bias ? at.in<float>(2) : nullptr, at.out<float>(0), sizes);
        },
        {}, plainProduct);
}

template <>
Lowered lower<ops::denseBackwardData>(const LoweringContext& context, const Op& op)
{
    const Sizes sizes(context.input(op, 0).shape, context.input(op, 1).shape);
    if (const DataType type = context.input(op, 0).type; type != DataType::f32)
        return lowPrecisionBackwardData(sizes, type);
    if (kernels::isSmallProduct(sizes.rows, sizes.in, sizes.out))
        return smallBackwardData(sizes);
    return lowerTo(
        [sizes, split = WeightSplit(context.input(op, 1).shape)](const Addresses& at) {
            eachPart(split.parts, [&](int part) {
                const std::int64_t row = split.row(part);
                expectSuccess(dnnl_sgemm('N', 'T', sizes.rows, split.row(part + 1) - row, sizes.out, 1.0f, at.in<float>(0),
                                         sizes.out, at.in<float>(1) + row * sizes.out, sizes.out, 0.0f, at.out<float>(0) + row,
                                         sizes.in),
                              *at.failure);
            });
        },
        {}, plainProduct);
}

template <>
Lowered lower<ops::denseBackwardWeights>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DenseAttributes>();
    const Sizes sizes(context.input(op, 0).shape, context.output(op, 0).shape);
    if (const DataType type = context.input(op, 0).type; type != DataType::f32)
        return lowPrecisionBackwardWeights(attributes, sizes, type);
    if (kernels::isSmallProduct(sizes.rows, sizes.in, sizes.out))
        return smallBackwardWeights(attributes, sizes);
    return lowerTo(
        [sizes, split = WeightSplit(context.output(op, 0).shape), bias = attributes.bias](const Addresses& at) {
            eachPart(split.parts, [&](int part) {
                const std::int64_t row = split.row(part);
                expectSuccess(dnnl_sgemm('T', 'N', split.row(part + 1) - row, sizes.out, sizes.rows, 1.0f, at.in<float>(0) + row,
                                         sizes.in, at.in<float>(1), sizes.out, 0.0f, at.out<float>(0) + row * sizes.out, sizes.out),
                              *at.failure);
            });
            if (bias)
                kernels::sumRows(at.in<float>(1), at.out<float>(1), sizes.rows, sizes.out);
        },
        {}, plainProduct);
}

} // namespace netsmith::cpu
