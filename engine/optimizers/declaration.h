#pragma once

#include "engine/graph/specs/objective_spec.h"
#include "engine/ops/update.h"

#include <memory>
#include <string>
#include <utility>

/// Declarations shared by the optimizers.
namespace netsmith::optimizer {

template <class P>
void addLearningRate(ParameterBuilder<P>& parameters, double usualLeast, double usualMost)
{
    parameters
        .real("learning_rate", &P::learningRate, NS_TEXT("optimizer", "Learning rate"),
              NS_TEXT("optimizer", "How far each step goes: about how much a weight changes at most."))
        .hard({0.0, 1e6, true, false})
        .usual(usualLeast, usualMost);
}

template <class P>
void addBetas(ParameterBuilder<P>& parameters)
{
    parameters
        .real("beta_1", &P::beta1, NS_TEXT("optimizer", "Beta 1"),
              NS_TEXT("optimizer", "How much of the gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.8, 0.95)
        .real("beta_2", &P::beta2, NS_TEXT("optimizer", "Beta 2"),
              NS_TEXT("optimizer", "How much of the squared gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.9, 0.9999);
}

template <class P>
void addRho(ParameterBuilder<P>& parameters)
{
    parameters
        .real("rho", &P::rho, NS_TEXT("optimizer", "Rho"),
              NS_TEXT("optimizer", "How much of the squared gradients' moving mean each step keeps."))
        .hard({0.0, 1.0, false, true})
        .usual(0.8, 0.99);
}

template <class P>
void addEpsilon(ParameterBuilder<P>& parameters)
{
    parameters
        .real("epsilon", &P::epsilon, NS_TEXT("optimizer", "Epsilon"),
              NS_TEXT("optimizer", "Added to the root of the squared gradients' mean to avoid division by zero."))
        .hard({0.0, 1.0, true, false})
        .usual(1e-8, 1e-3);
}

/// Last in every list.
template <class P>
void addWeightDecay(ParameterBuilder<P>& parameters)
{
    parameters
        .real("weight_decay", &P::weightDecay, NS_TEXT("optimizer", "Weight decay"),
              NS_TEXT("optimizer", "The fraction of itself, times the learning rate, that each kernel loses per step."))
        .range(0.0, 1e3)
        .usual(0.0, 0.1);
}

/// The ranges of the parameters, one each.
inline std::vector<UpdateRange> rangesOf(const std::vector<UpdatePart>& parts)
{
    std::vector<UpdateRange> ranges;
    for (const UpdatePart& part : parts)
        ranges.push_back(part.range);
    return ranges;
}

/// Emits an optimizer's op over all its slots; existing ranges stay.
inline void emitUpdate(OptimizerCall& call, const OpSpec& op, std::shared_ptr<UpdateAttributes> attributes, double weightDecay)
{
    attributes->weightDecay = weightDecay;
    if (attributes->ranges.empty())
        attributes->ranges = call.ranges;
    std::vector<TensorId> inputs{call.weights, call.gradients};
    std::vector<TensorId> outputs{call.weights};
    inputs.insert(inputs.end(), call.slots.begin(), call.slots.end());
    outputs.insert(outputs.end(), call.slots.begin(), call.slots.end());
    inputs.insert(inputs.end(), {call.rates, call.counters, call.gradientScale, call.status});
    call.emitter().emitInto(op, std::move(attributes), std::move(inputs), std::move(outputs));
}

/// The spec of an optimizer whose parameters `P` have a `learningRate`: `slots(p)` returns the initial values of its slots,
/// `lower(p, call)` emits its op.
template <class P, class Slots, class Lower>
OptimizerSpec declared(ParameterBuilder<P> parameters, Slots slots, Lower lower)
{
    OptimizerSpec spec;
    spec.parameters = parameters.specs();
    spec.slots = [parameters, slots](const ParameterMap& values) { return slots(parameters.bind(values)); };
    spec.learningRate = [parameters](const ParameterMap& values) { return parameters.bind(values).learningRate; };
    spec.lower = [parameters, lower](const ParameterMap& values, OptimizerCall& call) { lower(parameters.bind(values), call); };
    return spec;
}

} // namespace netsmith::optimizer
