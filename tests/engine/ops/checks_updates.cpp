#include "engine/ops/adaptive_update.h"
#include "engine/ops/control.h"
#include "engine/ops/lamb.h"
#include "engine/ops/moving_average.h"
#include "engine/ops/muon.h"
#include "engine/ops/update.h"
#include "tests/engine/ops/wrongs.h"

namespace netsmith::test {
namespace {

enum class Range { share, notNegative };

/// An optimizer's step with each value of one number that is out of range.
template <class T>
void add(std::vector<Wrong>& wrongs, const OpSpec& spec, const char* word, double T::*number, Range range, std::size_t slots)
{
    for (const double value : {-0.01, range == Range::share ? 1.0 : std::numeric_limits<double>::infinity(), notANumber})
        wrongs.push_back({std::string(spec.name) + " with a " + word + " of " + std::to_string(value),
                          [&spec, number, value, slots] {
                              T attributes;
                              attributes.*number = value;
                              infer(spec, attributes, updateInputs(slots));
                          },
                          "op.attribute",
                          {spec.name.data(), word}});
}

} // namespace

std::vector<Wrong> wrongsOfUpdates()
{
    std::vector<Wrong> all;
    add(all, ops::sgd, "momentum", &SgdAttributes::momentum, Range::share, 1);
    add(all, ops::adam, "beta1", &AdamAttributes::beta1, Range::share, 2);
    add(all, ops::adam, "beta2", &AdamAttributes::beta2, Range::share, 2);
    add(all, ops::adam, "epsilon", &AdamAttributes::epsilon, Range::notNegative, 2);
    add(all, ops::adadelta, "rho", &AdadeltaAttributes::rho, Range::share, 2);
    add(all, ops::adadelta, "epsilon", &AdadeltaAttributes::epsilon, Range::notNegative, 2);
    add(all, ops::adagrad, "epsilon", &AdagradAttributes::epsilon, Range::notNegative, 1);
    add(all, ops::lion, "beta1", &LionAttributes::beta1, Range::share, 1);
    add(all, ops::lion, "beta2", &LionAttributes::beta2, Range::share, 1);
    add(all, ops::nadam, "beta1", &NadamAttributes::beta1, Range::share, 2);
    add(all, ops::nadam, "beta2", &NadamAttributes::beta2, Range::share, 2);
    add(all, ops::nadam, "epsilon", &NadamAttributes::epsilon, Range::notNegative, 2);
    add(all, ops::rmsprop, "rho", &RmspropAttributes::rho, Range::share, 1);
    add(all, ops::rmsprop, "momentum", &RmspropAttributes::momentum, Range::share, 2);
    add(all, ops::rmsprop, "epsilon", &RmspropAttributes::epsilon, Range::notNegative, 1);
    add(all, ops::lamb, "beta1", &LambAttributes::beta1, Range::share, 2);
    add(all, ops::lamb, "beta2", &LambAttributes::beta2, Range::share, 2);
    add(all, ops::lamb, "epsilon", &LambAttributes::epsilon, Range::notNegative, 2);
    add(all, ops::muon, "momentum", &MuonAttributes::momentum, Range::share, 1);
    add(all, ops::muon, "rms_rate", &MuonAttributes::rmsRate, Range::notNegative, 1);
    add<AdamAttributes>(all, ops::adam, "weight_decay", &AdamAttributes::weightDecay, Range::notNegative, 2);
    for (const double decay : {-0.01, 1.0, notANumber})
        all.push_back(
            {"an average with a decay of " + std::to_string(decay),
             [decay] {
                 infer(ops::movingAverage, MovingAverageAttributes(decay),
                       {tensor({32}), tensor({control::counterCount}, DataType::i64), tensor({1}, DataType::i32), tensor({32})});
             },
             "op.attribute",
             {"moving_average", "average_decay"}});
    return all;
}

} // namespace netsmith::test
