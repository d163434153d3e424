#include "engine/ops/cast.h"

#include "engine/ops/checks.h"
#include "engine/ops/gradient.h"

namespace netsmith {

TensorId emitCast(Emitter& emitter, TensorId x, DataType type)
{
    return emitter.info(x).type == type ? x : emitter.emitOne(ops::cast, std::make_shared<CastAttributes>(type), {x});
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const DataType type = static_cast<const CastAttributes&>(attributes).type;
    const InputCheck check("cast", inputs, {"x"}, 1);
    check.expectFloating(0);
    check.expect(type == DataType::f32 || type == DataType::bf16 || type == DataType::f16, "type = f32/bf16/f16",
                 netsmith::nameOf(type));
    check.expect(type != check.type(0), "type ≠ " + std::string(netsmith::nameOf(type)), netsmith::nameOf(type));
    return {{check.shape(0), type}};
}

/// A weight's gradient is already f32, even if the weight was cast.
void gradient(GradientContext& context)
{
    context.give(0, emitCast(context.emitter(), context.outputGradient(0), context.emitter().info(context.input(0)).type));
}

} // namespace

constinit const OpSpec cast{.name = "cast", .infer = infer, .gradient = gradient};

} // namespace ops
} // namespace netsmith
