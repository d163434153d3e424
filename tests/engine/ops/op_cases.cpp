#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {

const std::vector<OpCase>& opCases()
{
    static const std::vector<OpCase> cases = [] {
        std::vector<OpCase> all;
        addActivationCases(all);
        addBatchMatmulCases(all);
        addConvolutionCases(all);
        addElementwiseCases(all);
        addImageCases(all);
        addLossCases(all);
        addMergeCases(all);
        addMetricCases(all);
        addNoiseCases(all);
        addNormCases(all);
        addOptimizerCases(all);
        addPointwiseLossCases(all);
        addRecurrenceCases(all);
        addSampleNormCases(all);
        addShapeCases(all);
        addTransformCases(all);
        addUpdateCases(all);
        addUpsamplingCases(all);
        addVolumeCases(all);
        addWeightCases(all);
        return all;
    }();
    return cases;
}

OpInput activationInput(const Shape& shape, std::vector<double> values)
{
    OpInput input{.shape = shape, .values = std::move(values)};
    input.wanted = true;
    input.low = true;
    return input;
}

OpInput parameterInput(const Shape& shape, std::vector<double> values)
{
    OpInput input{.shape = shape, .values = std::move(values)};
    input.wanted = true;
    return input;
}

OpInput givenInput(const Shape& shape, std::vector<double> values, DataType type)
{
    return {.shape = shape, .values = std::move(values), .type = type};
}

OpInput countersInput(std::int64_t step, std::int64_t position, std::int64_t samples, std::int64_t launch)
{
    return givenInput(
        {4}, {static_cast<double>(step), static_cast<double>(position), static_cast<double>(samples), static_cast<double>(launch)},
        DataType::i64);
}

} // namespace netsmith::test
