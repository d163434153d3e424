#include "engine/ops/adaptive_update.h"
#include "engine/ops/control.h"
#include "engine/ops/gradient_steps.h"
#include "engine/ops/lamb.h"
#include "engine/ops/moving_average.h"
#include "engine/ops/muon.h"
#include "tests/engine/ops/op_cases.h"

#include <algorithm>

namespace netsmith::test {
namespace {

/// An optimizer's step over two parts with a gap, one of which has no weight decay and half the learning rate; `slots` are the
/// lowest and the highest initial number of each slot.
OpCase updateCase(const std::string& name, const OpSpec& spec, std::shared_ptr<UpdateAttributes> attributes,
                  const std::vector<std::pair<double, double>>& slots, std::int64_t step = 4, std::int64_t elements = 1003,
                  std::int32_t status = control::good)
{
    attributes->weightDecay = 0.02;
    attributes->ranges = {{0, elements / 2, 1.0f, true}, {elements / 2 + 3, elements, 0.5f, false}};
    OpCase made{name, &spec, attributes, {}, {0}};
    made.inputs = {givenInput({elements}, uniform(elements, 1, -1.0, 1.0)),
                   givenInput({elements}, uniform(elements, 2, -1.0, 1.0))};
    for (std::size_t i = 0; i < slots.size(); ++i) {
        made.into.push_back(static_cast<int>(made.inputs.size()));
        made.inputs.push_back(givenInput({elements}, uniform(elements, 3 + i, slots[i].first, slots[i].second)));
    }
    made.inputs.push_back(givenInput({control::maximumSteps}, uniform(control::maximumSteps, 20, 0.01, 0.1)));
    made.inputs.push_back(countersInput(step, 0, 0, 7));
    made.inputs.push_back(givenInput(Shape(), {0.25}));
    made.inputs.push_back(givenInput({1}, {static_cast<double>(status)}, DataType::i32));
    return made;
}

std::shared_ptr<RmspropAttributes> rmsprop(double momentum, bool centered)
{
    auto attributes = std::make_shared<RmspropAttributes>();
    attributes->momentum = momentum;
    attributes->centered = centered;
    return attributes;
}

/// A batch's gradients and two values, added to those of `accumulated` batches.
OpCase accumulateCase(const std::string& name, double accumulated)
{
    return {name,
            &ops::accumulateGradients,
            noAttributes(),
            {givenInput({1003}, uniform(1003, 1, -1.0, 1.0)), givenInput({1003}, uniform(1003, 2, -1.0, 1.0)),
             givenInput(Shape(), {1.5}), givenInput(Shape(), {32.0}), givenInput({3}, {accumulated, 7.5, 64.0})},
            {1, 4}};
}

OpCase addCase(const std::string& name, double accumulated)
{
    OpCase made = accumulateCase(name, accumulated);
    made.spec = &ops::addAccumulated;
    made.targets = {givenInput(Shape(), {0.0}), givenInput(Shape(), {0.0})};
    made.into = {0, 5, 6, 4};
    return made;
}

OpCase averageCase(const std::string& name, std::int64_t step, std::int32_t status = control::good)
{
    return {name,
            &ops::movingAverage,
            std::make_shared<MovingAverageAttributes>(0.99),
            {givenInput({1003}, uniform(1003, 1, -1.0, 1.0)), countersInput(step, 0, 0, 0),
             givenInput({1}, {static_cast<double>(status)}, DataType::i32), givenInput({1003}, uniform(1003, 2, -1.0, 1.0))},
            {3}};
}

/// More ranges than fit into one kernel launch of a GPU.
OpCase manyRangesCase()
{
    OpCase made =
        updateCase("adagrad over many ranges", ops::adagrad, std::make_shared<AdagradAttributes>(), {{0.1, 1.0}}, 4, 2000);
    auto attributes = std::make_shared<AdagradAttributes>();
    for (std::int64_t i = 0; i < 100; ++i)
        attributes->ranges.push_back({i * 20, i * 20 + 17, 1.0f / static_cast<float>(1 + i % 3), i % 2 == 0});
    attributes->weightDecay = 0.5;
    made.attributes = attributes;
    return made;
}

/// The matrices lie one after the other with gaps between.
OpCase muonCase(const std::string& name, const std::vector<MuonAttributes::Matrix>& matrices, bool nesterov = true,
                std::int32_t status = control::good)
{
    auto attributes = std::make_shared<MuonAttributes>();
    std::int64_t elements = 0;
    std::vector<UpdateRange> ranges;
    for (const MuonAttributes::Matrix& matrix : matrices) {
        ranges.push_back({elements, elements + matrix.elements(), ranges.empty() ? 1.0f : 0.5f, ranges.empty()});
        elements += matrix.elements() + 3;
    }
    OpCase made = updateCase(name, ops::muon, attributes, {{-0.5, 0.5}}, 4, elements, status);
    attributes->ranges = ranges;
    attributes->matrices = matrices;
    attributes->nesterov = nesterov;
    attributes->rmsRate = nesterov ? 0.2 : 0.0;
    return made;
}

} // namespace

void addOptimizerCases(std::vector<OpCase>& cases)
{
    const auto some = std::pair(0.1, 1.0);
    const auto signedOnes = std::pair(-0.5, 0.5);
    cases.push_back(accumulateCase("accumulate_gradients, first of a step", 0.0));
    cases.push_back(accumulateCase("accumulate_gradients", 2.0));
    cases.push_back(addCase("add_accumulated, nothing accumulated", 0.0));
    cases.push_back(addCase("add_accumulated", 2.0));
    cases.push_back({"clip_values",
                     &ops::clipValues,
                     std::make_shared<ClipValuesAttributes>(0.125),
                     {givenInput({1003}, uniform(1003, 1, -1.0, 1.0)), givenInput(Shape(), {0.25})},
                     {0}});
    cases.push_back(averageCase("moving_average", 5));
    cases.push_back(averageCase("moving_average, first step", 0));
    cases.push_back(averageCase("moving_average that is latched", 5, control::notFinite));
    cases.push_back({"advance within a step",
                     &ops::advance,
                     std::make_shared<AdvanceAttributes>(32, false, false),
                     {countersInput(5, 64, 1000, 2), givenInput({1}, {0.0}, DataType::i32)},
                     {0, 1}});
    cases.push_back(updateCase("adadelta", ops::adadelta, std::make_shared<AdadeltaAttributes>(), {some, some}));
    cases.push_back(updateCase("adadelta, first step", ops::adadelta, std::make_shared<AdadeltaAttributes>(), {{0, 0}, {0, 0}}, 0));
    cases.push_back(updateCase("adagrad", ops::adagrad, std::make_shared<AdagradAttributes>(), {some}));
    cases.push_back(manyRangesCase());
    cases.push_back(updateCase("lamb", ops::lamb, std::make_shared<LambAttributes>(), {signedOnes, some}));
    cases.push_back(updateCase("lamb, first step", ops::lamb, std::make_shared<LambAttributes>(), {{0, 0}, {0, 0}}, 0, 20'000));
    cases.push_back(updateCase("lamb that is latched", ops::lamb, std::make_shared<LambAttributes>(), {signedOnes, some}, 4, 37,
                               control::notFinite));
    cases.push_back(updateCase("lion", ops::lion, std::make_shared<LionAttributes>(), {signedOnes}));
    cases.push_back(updateCase("lion, first step", ops::lion, std::make_shared<LionAttributes>(), {{0, 0}}, 0, 7));
    cases.push_back(muonCase("muon", {{6, 8}}));
    cases.push_back(muonCase("muon, tall and plain", {{37, 5}}, false));
    cases.push_back(muonCase("muon, one row and one column", {{1, 9}, {9, 1}, {1, 1}}));
    cases.push_back(muonCase("muon, several", {{12, 12}, {5, 33}, {40, 7}}));
    cases.push_back(muonCase("muon, large", {{150, 90}, {64, 200}}));
    cases.push_back(muonCase("muon that is latched", {{6, 8}, {9, 3}}, true, control::notFinite));
    OpCase zeros = muonCase("muon without gradients", {{4, 6}});
    std::ranges::fill(zeros.inputs[1].values, 0.0);
    std::ranges::fill(zeros.inputs[2].values, 0.0);
    cases.push_back(std::move(zeros));
    for (const std::int64_t step : {0, 1, 40, 400, 5000})
        cases.push_back(updateCase("nadam, step " + std::to_string(step), ops::nadam, std::make_shared<NadamAttributes>(),
                                   {signedOnes, some}, step));
    auto lasting = std::make_shared<NadamAttributes>();
    lasting->beta1 = 0.9999;
    cases.push_back(updateCase("nadam whose momentum lasts", ops::nadam, lasting, {signedOnes, some}, 3000, 33));
    cases.push_back(updateCase("rmsprop", ops::rmsprop, rmsprop(0.0, false), {some}));
    cases.push_back(updateCase("rmsprop with momentum", ops::rmsprop, rmsprop(0.9, false), {some, signedOnes}));
    cases.push_back(updateCase("rmsprop, centered", ops::rmsprop, rmsprop(0.0, true), {some, {-0.2, 0.2}}));
    cases.push_back(
        updateCase("rmsprop, centered with momentum", ops::rmsprop, rmsprop(0.5, true), {some, {-0.2, 0.2}, signedOnes}));
    cases.push_back(
        updateCase("rmsprop that is latched", ops::rmsprop, rmsprop(0.5, true), {some, some, some}, 4, 37, control::notFinite));
    cases.push_back(updateCase("nadam that is latched", ops::nadam, std::make_shared<NadamAttributes>(), {some, some}, 4, 37,
                               control::notFinite));
}

} // namespace netsmith::test
