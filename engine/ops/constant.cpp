#include "engine/ops/constant.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string ConstantAttributes::text() const
{
    return fmt::format("{}", value);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("constant", inputs, {}, 0);
    return {{Shape(), DataType::f32}};
}

} // namespace

constinit const OpSpec constant{.name = "constant", .infer = infer};

} // namespace ops
} // namespace netsmith
