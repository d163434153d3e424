#include "engine/ops/control.h"
#include "engine/ops/keep_zeros.h"
#include "engine/ops/max_norm.h"
#include "engine/ops/weight_penalty.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

OpCase penaltyCase(const std::string& name, const Shape& shape, double l1, double l2)
{
    return {name,
            &ops::weightPenalty,
            std::make_shared<WeightPenaltyAttributes>(l1, l2, 32.0),
            {parameterInput(shape, spread(shape.elements(), 3))}};
}

/// Some columns have a norm above the limit, some do not.
OpCase maxNormCase(const std::string& name, const Shape& shape, double limit, std::int32_t status = control::good)
{
    std::vector<double> values = uniform(shape.elements(), 5, -1.0, 1.0);
    const auto columns = static_cast<std::size_t>(shape[-1]);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] *= static_cast<double>(i % columns + 1) / static_cast<double>(columns);
    return {name,
            &ops::maxNorm,
            std::make_shared<MaxNormAttributes>(limit),
            {givenInput(shape, values), givenInput({1}, {static_cast<double>(status)}, DataType::i32)},
            {0}};
}

/// About every third number is 0.
std::vector<double> withZeros(std::int64_t count)
{
    std::vector<double> values = uniform(count, 9, -1.0, 1.0);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i * 7 % 3 == 0)
            values[i] = i % 2 == 0 ? 0.0 : -0.0;
    return values;
}

OpCase keepZerosCase(const std::string& name, const Shape& shape)
{
    std::vector<double> mask = withZeros(shape.elements());
    for (double& value : mask)
        value = value == 0.0 ? 0.0 : 1.0;
    return {name,
            &ops::keepZeros,
            noAttributes(),
            {givenInput(shape, uniform(shape.elements(), 4, -1.0, 1.0)), givenInput(shape, std::move(mask))},
            {0}};
}

} // namespace

void addWeightCases(std::vector<OpCase>& cases)
{
    cases.push_back(penaltyCase("weight_penalty of both", {3, 3, 2, 4}, 0.02, 0.3));
    cases.push_back(penaltyCase("weight_penalty, l1", {7}, 0.5, 0.0));
    cases.push_back(penaltyCase("weight_penalty, l2", {5, 3}, 0.0, 0.25));
    OpCase large = penaltyCase("weight_penalty, large", {311, 257}, 0.01, 0.02);
    large.differences = false;
    cases.push_back(std::move(large));
    OpCase slopeAtZero{"weight_penalty_backward at 0",
                       &ops::weightPenaltyBackward,
                       std::make_shared<WeightPenaltyAttributes>(0.5, 0.25, 8.0),
                       {givenInput({5}, {0.0, 1.0, -1.0, -0.0, 2.0}), givenInput(Shape(), {0.5})}};
    cases.push_back(std::move(slopeAtZero));

    cases.push_back(maxNormCase("max_norm of a matrix", {40, 7}, 1.5));
    cases.push_back(maxNormCase("max_norm of a convolution", {3, 3, 2, 70}, 1.0));
    cases.push_back(maxNormCase("max_norm of one unit", {9, 1}, 0.25));
    cases.push_back(maxNormCase("max_norm, large", {400, 130}, 4.0));
    cases.push_back(maxNormCase("max_norm that is latched", {40, 7}, 0.5, control::notFinite));

    for (const Shape& shape : {Shape{40, 7}, Shape{3, 3, 2, 70}, Shape{400, 130}}) {
        cases.push_back(
            {"nonzero_mask " + shape.text(), &ops::nonzeroMask, noAttributes(), {givenInput(shape, withZeros(shape.elements()))}});
        cases.push_back(keepZerosCase("keep_zeros " + shape.text(), shape));
    }
}

} // namespace netsmith::test
