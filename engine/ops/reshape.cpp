#include "engine/ops/reshape.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

TensorId emitReshape(Emitter& emitter, TensorId x, const Shape& shape)
{
    auto attributes = std::make_shared<ReshapeAttributes>(shape);
    if (const TensorInfo& info = emitter.info(x); info.role == Role::segment) {
        (void)ops::reshape.infer(*attributes, std::span(&info, 1)); // throws if the number of elements differs
        return emitter.view(x, shape);
    }
    return emitter.emitOne(ops::reshape, std::move(attributes), {x});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const Shape& shape = static_cast<const ReshapeAttributes&>(attributes).shape;
    const InputCheck check("reshape", inputs, {"x"}, 1);
    check.expect(shape.elements() == check.shape(0).elements(), "elements = " + std::to_string(check.shape(0).elements()),
                 shape.text());
    return {{shape, check.type(0)}};
}

void gradient(GradientContext& context)
{
    const Shape original = context.emitter().shape(context.input(0));
    context.give(0, emitReshape(context.emitter(), context.outputGradient(0), original));
}

} // namespace

constinit const OpSpec reshape{.name = "reshape", .infer = infer, .gradient = gradient, .isView = true};

} // namespace ops
} // namespace netsmith
