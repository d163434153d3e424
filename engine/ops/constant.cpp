#include "engine/ops/constant.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string ConstantAttributes::text() const
{
    return shape.rank() == 0 ? fmt::format("{}", value) : fmt::format("{} of {}", value, shape.text());
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("constant", inputs, {}, 0);
    return {{static_cast<const ConstantAttributes&>(attributes).shape, DataType::f32}};
}

} // namespace

constinit const OpSpec constant{.name = "constant", .infer = infer};

} // namespace ops
} // namespace netsmith
