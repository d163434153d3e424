#pragma once

#include "tests/engine/ops/op_fixture.h"

#include <limits>

namespace netsmith::test {

inline const double notANumber = std::numeric_limits<double>::quiet_NaN();

/// At least one case of every op; backward ops run in the gradient of the forward ones or by themselves.
const std::vector<OpCase>& opCases();

// By family, each in its own file.
void addActivationCases(std::vector<OpCase>& cases);
void addBatchMatmulCases(std::vector<OpCase>& cases);
void addConvolutionCases(std::vector<OpCase>& cases);
void addElementwiseCases(std::vector<OpCase>& cases);
void addImageCases(std::vector<OpCase>& cases);
void addLossCases(std::vector<OpCase>& cases);
void addMergeCases(std::vector<OpCase>& cases);
void addMetricCases(std::vector<OpCase>& cases);
void addNoiseCases(std::vector<OpCase>& cases);
void addNormCases(std::vector<OpCase>& cases);
void addOptimizerCases(std::vector<OpCase>& cases);
void addPointwiseLossCases(std::vector<OpCase>& cases);
void addQuantizationCases(std::vector<OpCase>& cases);
void addRecurrenceCases(std::vector<OpCase>& cases);
void addSampleNormCases(std::vector<OpCase>& cases);
void addShapeCases(std::vector<OpCase>& cases);
void addTokenCases(std::vector<OpCase>& cases);
void addTransformCases(std::vector<OpCase>& cases);
void addUpdateCases(std::vector<OpCase>& cases);
void addUpsamplingCases(std::vector<OpCase>& cases);
void addVolumeCases(std::vector<OpCase>& cases);
void addWeightCases(std::vector<OpCase>& cases);

/// An activation: its gradient is tested, and it has the precision of the run.
OpInput activationInput(const Shape& shape, std::vector<double> values);
/// A parameter that stays f32: its gradient is tested.
OpInput parameterInput(const Shape& shape, std::vector<double> values);
/// A tensor that is only read.
OpInput givenInput(const Shape& shape, std::vector<double> values, DataType type = DataType::f32);
/// counters {step, position, samples, launch}
OpInput countersInput(std::int64_t step, std::int64_t position, std::int64_t samples, std::int64_t launch);
/// The same with the state of the loss scale: {…, scale shift, good steps, skipped steps}
OpInput scaleCountersInput(std::int64_t shift, std::int64_t goodSteps, std::int64_t skipped);

} // namespace netsmith::test
