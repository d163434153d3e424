#include "engine/ops/cosine_similarity.h"

#include "engine/ops/gradient.h"
#include "engine/ops/row_targets.h"

namespace netsmith::ops {
namespace {

void expectRows(const InputCheck& check, std::size_t weights)
{
    check.expectFloating(0);
    check.expectRankAtLeast(0, 2);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {DataType::f32});
    expectRowWeights(check, weights, 0);
}

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    expectRows(InputCheck("cosine_similarity", inputs, {"prediction", "target", "weights"}, 2), 2);
    return {{Shape(), DataType::f32}};
}

void gradient(GradientContext& context)
{
    std::vector<TensorId> inputs{context.input(0), context.input(1), context.outputGradient(0)};
    if (context.op().inputs.size() > 2)
        inputs.push_back(context.input(2));
    context.give(0, context.emitter().emitOne(cosineSimilarityBackward, noAttributes(), std::move(inputs)));
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("cosine_similarity_backward", inputs, {"prediction", "target", "seed", "weights"}, 3);
    expectRows(check, 3);
    check.expectScalar(2);
    check.expectType(2, {DataType::f32});
    return {check.same(0)};
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 6.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec cosineSimilarity{
    .name = "cosine_similarity", .infer = infer, .gradient = gradient, .flops = flops, .precision = PrecisionRule::f32};
constinit const OpSpec cosineSimilarityBackward{.name = "cosine_similarity_backward", .infer = inferBackward};

} // namespace netsmith::ops
