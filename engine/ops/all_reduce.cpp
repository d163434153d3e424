#include "engine/ops/all_reduce.h"

#include "engine/ops/checks.h"

namespace netsmith {

std::string AllReduceAttributes::text() const
{
    return mean ? "mean" : "sum";
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("all_reduce", inputs, {"tensor"}, 1, true);
    std::vector<TensorType> outputs;
    for (std::size_t i = 0; i < check.count(); ++i) {
        check.expectType(i, {DataType::f32});
        outputs.push_back(check.same(i));
    }
    return outputs;
}

double flops(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    double numbers = 0.0;
    for (const TensorInfo& input : inputs)
        numbers += static_cast<double>(input.shape.elements());
    return numbers;
}

} // namespace

constinit const OpSpec allReduce{.name = "all_reduce", .infer = infer, .flops = flops};

} // namespace ops
} // namespace netsmith
