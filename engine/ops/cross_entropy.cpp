#include "engine/ops/cross_entropy.h"

#include "engine/ops/cast.h"
#include "engine/ops/gradient.h"
#include "engine/ops/row_targets.h"

namespace netsmith::ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("cross_entropy", inputs, {"probabilities", "target"}, 2);
    expectRowTargets(check, 0, 1);
    return {{Shape(), DataType::f32}};
}

void gradient(GradientContext& context)
{
    context.give(0,
                 context.emitter().emitOne(crossEntropyBackward, noAttributes(),
                                           {context.input(0), context.input(1), context.outputGradient(0)}));
}

void checkBackward(const InputCheck& check)
{
    expectRowTargets(check, 0, 1);
    check.expectScalar(2);
    check.expectType(2, {DataType::f32});
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("cross_entropy_backward", inputs, {"probabilities", "target", "seed"}, 3);
    checkBackward(check);
    return {check.same(0)};
}

std::vector<TensorType> inferFromLogits(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("softmax_cross_entropy", inputs, {"logits", "target"}, 2);
    expectRowTargets(check, 0, 1);
    return {{Shape(), DataType::f32}, {check.shape(0), DataType::f32}};
}

void gradientFromLogits(GradientContext& context)
{
    Emitter& emitter = context.emitter();
    const TensorId gradient = emitter.emitOne(softmaxCrossEntropyBackward, noAttributes(),
                                              {context.output(1), context.input(1), context.outputGradient(0)});
    context.give(0, emitCast(emitter, gradient, emitter.info(context.input(0)).type));
}

std::vector<TensorType> inferFromLogitsBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("softmax_cross_entropy_backward", inputs, {"probabilities", "target", "seed"}, 3);
    checkBackward(check);
    check.expectType(0, {DataType::f32});
    return {check.same(0)};
}

/// Maximum, exponential, sum, logarithm and quotient: five an element.
double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 5.0 * static_cast<double>(inputs[0].shape.elements());
}

} // namespace

constinit const OpSpec crossEntropy{.name = "cross_entropy", .infer = infer, .gradient = gradient, .numbers = Numbers::full};
constinit const OpSpec crossEntropyBackward{.name = "cross_entropy_backward", .infer = inferBackward};
constinit const OpSpec softmaxCrossEntropy{.name = "softmax_cross_entropy",
                                           .infer = inferFromLogits,
                                           .gradient = gradientFromLogits,
                                           .flops = flops,
                                           .numbers = Numbers::full};
constinit const OpSpec softmaxCrossEntropyBackward{.name = "softmax_cross_entropy_backward", .infer = inferFromLogitsBackward};

} // namespace netsmith::ops
