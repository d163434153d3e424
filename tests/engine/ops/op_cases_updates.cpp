#include "engine/ops/update.h"
#include "engine/ops/all_reduce.h"
#include "engine/ops/control.h"
#include "engine/ops/loss_scale.h"
#include "tests/engine/ops/op_cases.h"

#include <limits>

namespace netsmith::test {
namespace {

OpInput scalarInput(double value)
{
    return givenInput(Shape(), {value});
}

OpInput statusInput(std::int32_t status)
{
    return givenInput({1}, {static_cast<double>(status)}, DataType::i32);
}

OpInput ratesInput()
{
    return givenInput({control::maximumSteps}, uniform(control::maximumSteps, 20, 0.01, 0.1));
}

OpInput arenaInput(std::int64_t elements, std::uint64_t seed, double low = -1.0)
{
    return givenInput({elements}, uniform(elements, seed, low, 1.0));
}

/// Two parts with a gap, one of which has no weight decay and half the learning rate.
std::vector<UpdateRange> someRanges(std::int64_t elements)
{
    return {{0, elements / 2, 1.0f, true}, {elements / 2 + 3, elements, 0.5f, false}};
}

OpCase sgdCase(const std::string& name, double momentum, bool nesterov, std::int32_t status = control::good)
{
    const std::int64_t elements = 77;
    auto attributes = std::make_shared<SgdAttributes>();
    attributes->momentum = momentum;
    attributes->nesterov = nesterov;
    attributes->weightDecay = 0.02;
    attributes->ranges = someRanges(elements);
    OpCase made{name, &ops::sgd, attributes, {arenaInput(elements, 1), arenaInput(elements, 2)}, {0}};
    if (momentum != 0.0) {
        made.inputs.push_back(arenaInput(elements, 3));
        made.into.push_back(2);
    }
    for (OpInput& input : std::vector{ratesInput(), countersInput(5, 0, 0, 3), scalarInput(0.25), statusInput(status)})
        made.inputs.push_back(std::move(input));
    return made;
}

OpCase adamCase(const std::string& name, std::int64_t step, double decay, std::int32_t status = control::good)
{
    const std::int64_t elements = 1003;
    auto attributes = std::make_shared<AdamAttributes>();
    attributes->weightDecay = decay;
    attributes->ranges = someRanges(elements);
    return {name,
            &ops::adam,
            attributes,
            {arenaInput(elements, 1), arenaInput(elements, 2), arenaInput(elements, 3), arenaInput(elements, 4, 0.0), ratesInput(),
             countersInput(step, 0, 0, 7), scalarInput(0.25), statusInput(status)},
            {0, 2, 3}};
}

OpCase guardCase(const std::string& name, double clip, double squares, std::vector<double> losses,
                 std::int32_t status = control::good)
{
    OpCase made{name, &ops::guard, std::make_shared<GuardAttributes>(clip), {scalarInput(squares), scalarInput(32.0)}};
    for (const double loss : losses)
        made.inputs.push_back(scalarInput(loss));
    made.inputs.push_back(statusInput(status));
    made.targets = {scalarInput(0.0)};
    const int inputs = static_cast<int>(made.inputs.size());
    made.into = {inputs, inputs - 1};
    return made;
}

OpCase scaledGuardCase(const std::string& name, const LossScaling& scaling, double squares, std::vector<double> losses,
                       const OpInput& counters, std::int32_t status = control::good, double clip = 0.0)
{
    OpCase made{
        name, &ops::scaledGuard, std::make_shared<ScaledGuardAttributes>(clip, scaling), {scalarInput(squares), scalarInput(24.0)}};
    for (const double loss : losses)
        made.inputs.push_back(scalarInput(loss));
    made.inputs.push_back(scalarInput(2048.0));
    made.inputs.push_back(counters);
    made.inputs.push_back(statusInput(status));
    made.targets = {scalarInput(0.0)};
    const int inputs = static_cast<int>(made.inputs.size());
    made.into = {inputs, inputs - 2, inputs - 1};
    return made;
}

void addScalingCases(std::vector<OpCase>& cases)
{
    const double infinity = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
    const LossScaling dynamic{0.0, 32}, fixed{1024.0, 32};
    const auto scale = [](const LossScaling& scaling) { return std::make_shared<LossScaleAttributes>(scaling); };
    cases.push_back({"loss_scale", &ops::lossScale, scale(dynamic), {scaleCountersInput(-3, 7, 3)}});
    cases.push_back({"loss_scale that is fixed", &ops::lossScale, scale(fixed), {scaleCountersInput(5, 0, 0)}});
    cases.push_back(scaledGuardCase("scaled_guard", dynamic, 1e9, {3.5, 0.5}, scaleCountersInput(0, 7, 2)));
    cases.push_back(
        scaledGuardCase("scaled_guard that clips", dynamic, 1e9, {3.5}, scaleCountersInput(0, 7, 2), control::good, 0.125));
    cases.push_back(scaledGuardCase("scaled_guard that doubles", dynamic, 1e9, {3.5}, scaleCountersInput(-2, 1999, 2)));
    cases.push_back(scaledGuardCase("scaled_guard that may not double", dynamic, 1e9, {3.5}, scaleCountersInput(48, 1999, 2)));
    cases.push_back(scaledGuardCase("scaled_guard that skips", dynamic, infinity, {3.5}, scaleCountersInput(-2, 1999, 2)));
    cases.push_back(scaledGuardCase("scaled_guard at the least scale", dynamic, infinity, {3.5}, scaleCountersInput(-40, 0, 2)));
    cases.push_back(scaledGuardCase("scaled_guard, fixed", fixed, 1e9, {3.5}, scaleCountersInput(0, 0, 0)));
    cases.push_back(scaledGuardCase("scaled_guard, fixed, over an infinity", fixed, infinity, {3.5}, scaleCountersInput(0, 0, 0)));
    cases.push_back(scaledGuardCase("scaled_guard over a NaN loss", dynamic, infinity, {1.0, none}, scaleCountersInput(0, 7, 2)));
    cases.push_back(
        scaledGuardCase("scaled_guard that is latched", dynamic, 1e9, {1.0}, scaleCountersInput(0, 7, 2), control::notFinite));
    std::vector<double> many(40, 1.0);
    many[3] = none;
    cases.push_back(scaledGuardCase("scaled_guard over many losses", dynamic, 1e9, many, scaleCountersInput(0, 7, 2)));
}

OpCase advanceCase(const std::string& name, bool countsStep, std::int32_t status)
{
    return {name,
            &ops::advance,
            std::make_shared<AdvanceAttributes>(32, countsStep),
            {countersInput(5, 64, (std::int64_t{1} << 40) + 1, 2), statusInput(status)},
            {0, 1}};
}

OpCase commitCase(const std::string& name, std::int32_t status)
{
    auto attributes = std::make_shared<CommitAttributes>();
    attributes->recurrentState = {{3, 5}, {16, 37}};
    return {name, &ops::commitStatistics, attributes, {arenaInput(37, 1), statusInput(status), arenaInput(37, 2)}, {2}};
}

} // namespace

void addUpdateCases(std::vector<OpCase>& cases)
{
    OpCase squares{"sum_squares", &ops::sumSquares, noAttributes(), {arenaInput(5000, 1)}};
    cases.push_back(std::move(squares));
    cases.push_back({"sum_squares of little", &ops::sumSquares, noAttributes(), {arenaInput(3, 2)}});

    cases.push_back(guardCase("guard", 0.0, 100.0, {3.5, 0.5}));
    cases.push_back(guardCase("guard that clips", 0.125, 100.0, {3.5}));
    cases.push_back(guardCase("guard that need not clip", 1.0, 100.0, {3.5}));
    cases.push_back(guardCase("guard over a NaN loss", 0.0, 100.0, {1.0, std::numeric_limits<double>::quiet_NaN()}));
    cases.push_back(guardCase("guard over an infinite loss", 1.0, 100.0, {-std::numeric_limits<double>::infinity()}));
    cases.push_back(guardCase("guard that is latched", 0.0, 100.0, {1.0}, control::notFinite));

    addScalingCases(cases);

    cases.push_back(sgdCase("sgd", 0.0, false));
    cases.push_back(sgdCase("sgd with momentum", 0.9, false));
    cases.push_back(sgdCase("sgd of Nesterov", 0.9, true));
    cases.push_back(sgdCase("sgd that is latched", 0.9, false, control::notFinite));
    cases.push_back(adamCase("adam, first step", 0, 0.0));
    cases.push_back(adamCase("adam, later step with decay", 1000, 0.004));
    cases.push_back(adamCase("adam that is latched", 3, 0.004, control::notFinite));

    cases.push_back(commitCase("commit_statistics", control::good));
    cases.push_back(commitCase("commit_statistics that is latched", control::notFinite));
    cases.push_back(commitCase("commit_statistics of a skipped step", control::skippedStep));
    cases.push_back(advanceCase("advance a step", true, control::good));
    cases.push_back(advanceCase("advance an evaluation", false, control::good));
    cases.push_back(advanceCase("advance that is latched", true, control::notFinite));
    cases.push_back(advanceCase("advance past a skipped step", true, control::skippedStep));

    OpCase record{"record", &ops::record, noAttributes(), {scalarInput(1.5), scalarInput(32.0), scalarInput(-3.0)}, {4}};
    record.inputs.push_back(countersInput(9, 0, 0, 255));
    record.targets = {givenInput({control::maximumSteps, 3}, uniform(control::maximumSteps * 3, 4, 0.0, 1.0))};
    cases.push_back(std::move(record));
    OpCase vectors{"record, vectors",
                   &ops::record,
                   noAttributes(),
                   {scalarInput(1.5), givenInput({3}, {1.0, 2.0, 3.0}), scalarInput(-3.0), scalarInput(4.0),
                    givenInput({2}, {5.0, 6.0}), countersInput(9, 0, 0, 7)},
                   {6}};
    vectors.targets = {givenInput({control::maximumSteps, 8}, uniform(control::maximumSteps * 8, 4, 0.0, 1.0))};
    cases.push_back(std::move(vectors));

    for (const bool mean : {false, true})
        cases.push_back({mean ? "all_reduce, the mean" : "all_reduce, the sum",
                         &ops::allReduce,
                         std::make_shared<AllReduceAttributes>(mean),
                         {arenaInput(77, 1), scalarInput(2.5)}});
}

} // namespace netsmith::test
