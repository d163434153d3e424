#include "engine/ops/error_sums.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith::ops {
namespace {

void expectPair(const InputCheck& check)
{
    check.expectFloating(0);
    check.expectRankAtLeast(0, 1);
    check.expectShape(1, check.shape(0));
    check.expectType(1, {DataType::f32});
}

std::vector<TensorType> inferSquared(const Attributes&, std::span<const TensorInfo> inputs)
{
    expectPair(InputCheck("squared_error", inputs, {"prediction", "target"}, 2));
    return {{Shape(), DataType::f32}};
}

std::vector<TensorType> inferAbsolute(const Attributes&, std::span<const TensorInfo> inputs)
{
    expectPair(InputCheck("absolute_error", inputs, {"prediction", "target"}, 2));
    return {{Shape(), DataType::f32}};
}

void gradient(GradientContext& context)
{
    context.give(0,
                 context.emitter().emitOne(squaredErrorBackward, noAttributes(),
                                           {context.input(0), context.input(1), context.outputGradient(0)}));
}

std::vector<TensorType> inferBackward(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("squared_error_backward", inputs, {"prediction", "target", "seed"}, 3);
    expectPair(check);
    check.expectScalar(2);
    check.expectType(2, {DataType::f32});
    return {check.same(0)};
}

} // namespace

constinit const OpSpec squaredError{.name = "squared_error", .infer = inferSquared, .gradient = gradient, .numbers = Numbers::full};
constinit const OpSpec squaredErrorBackward{.name = "squared_error_backward", .infer = inferBackward};
constinit const OpSpec absoluteError{.name = "absolute_error", .infer = inferAbsolute, .numbers = Numbers::full};

} // namespace netsmith::ops
