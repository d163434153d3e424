#include "engine/ops/batch_matmul.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

std::string BatchMatmulAttributes::text() const
{
    std::string out = transposeLeft ? "transposed" : "plain";
    return out + (transposeRight ? " by transposed" : " by plain");
}

BatchMatmulSizes::BatchMatmulSizes(const BatchMatmulAttributes& attributes, const Shape& left, const Shape& right)
    : count(left.elements() / left[-1] / left[-2])
    , rows(left[attributes.transposeLeft ? -1 : -2])
    , inner(left[attributes.transposeLeft ? -2 : -1])
    , columns(right[attributes.transposeRight ? -2 : -1])
{
}

namespace ops {
namespace {

/// `shape` with different sizes for its last two axes.
Shape withMatrix(const Shape& shape, std::int64_t rows, std::int64_t columns)
{
    std::vector<std::int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
    sizes[sizes.size() - 2] = rows;
    sizes.back() = columns;
    return Shape(sizes);
}

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const BatchMatmulAttributes&>(base);
    const InputCheck check("batch_matmul", inputs, {"a", "b"}, 2);
    check.expectFloating(0);
    check.expectType(1, {check.type(0)});
    check.expectRankAtLeast(0, 2);
    check.expectRank(1, check.shape(0).rank());
    const BatchMatmulSizes sizes(attributes, check.shape(0), check.shape(1));
    check.expectShape(1,
                      attributes.transposeRight ? withMatrix(check.shape(0), sizes.columns, sizes.inner)
                                                : withMatrix(check.shape(0), sizes.inner, sizes.columns));
    return {{withMatrix(check.shape(0), sizes.rows, sizes.columns), check.type(0)}};
}

/// Of y = a·b: dy·bᵀ and aᵀ·dy; a transposed operand gets the transposed gradient.
void gradient(GradientContext& context)
{
    const auto& attributes = context.op().as<BatchMatmulAttributes>();
    const bool left = attributes.transposeLeft, right = attributes.transposeRight;
    const TensorId a = context.input(0), b = context.input(1), dy = context.outputGradient(0);
    Emitter& emitter = context.emitter();
    if (context.needs(0))
        context.give(0, left ? emitBatchMatmul(emitter, b, dy, right, true) : emitBatchMatmul(emitter, dy, b, false, !right));
    if (context.needs(1))
        context.give(1, right ? emitBatchMatmul(emitter, dy, a, true, left) : emitBatchMatmul(emitter, a, dy, !left, false));
}

double flops(const Attributes& base, std::span<const TensorInfo> inputs, std::span<const TensorInfo> outputs)
{
    const BatchMatmulSizes sizes(static_cast<const BatchMatmulAttributes&>(base), inputs[0].shape, inputs[1].shape);
    return 2.0 * static_cast<double>(outputs[0].shape.elements()) * static_cast<double>(sizes.inner);
}

} // namespace

constinit const OpSpec batchMatmul{
    .name = "batch_matmul", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::low};

} // namespace ops

TensorId emitBatchMatmul(Emitter& emitter, TensorId left, TensorId right, bool transposeLeft, bool transposeRight)
{
    return emitter.emitOne(ops::batchMatmul, std::make_shared<BatchMatmulAttributes>(transposeLeft, transposeRight), {left, right});
}

} // namespace netsmith
