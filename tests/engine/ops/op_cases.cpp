#include "tests/engine/ops/op_cases.h"

#include "engine/ops/control.h"

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
        addQuantizationCases(all);
        addRecurrenceCases(all);
        addSampleNormCases(all);
        addShapeCases(all);
        addTokenCases(all);
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
    std::vector<double> counters(control::counterCount);
    counters[control::step] = static_cast<double>(step);
    counters[control::position] = static_cast<double>(position);
    counters[control::samples] = static_cast<double>(samples);
    counters[control::launch] = counters[control::rate] = static_cast<double>(launch);
    return givenInput({control::counterCount}, std::move(counters), DataType::i64);
}

OpInput scaleCountersInput(std::int64_t shift, std::int64_t goodSteps, std::int64_t skipped)
{
    OpInput input = countersInput(5, 64, 1000, 2);
    input.values[control::scaleShift] = static_cast<double>(shift);
    input.values[control::goodSteps] = static_cast<double>(goodSteps);
    input.values[control::skipped] = static_cast<double>(skipped);
    return input;
}

} // namespace netsmith::test
