#include "engine/cuda/recurrences/recurrence_choice.h"

#include "engine/cuda/device/plan_target.h"
#include "engine/cuda/known_choices.h"
#include "engine/cuda/recurrences/recurrence_trial.h"
#include "engine/cuda/recurrences/step_recurrence.h"
#include "engine/cuda/tuning_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace netsmith::cuda {
namespace {

constexpr std::string_view ownName = "own";

/// Whether nothing but `reader` reads what is kept for it, and it ends with the step.
bool isPrivate(const LoweringContext& context, TensorId id, const Op* reader)
{
    if (context.plan.tensor(id).role != Role::activation)
        return false;
    for (const Program& program : context.plan.programs)
        for (const Op& op : program.ops)
            if (&op != reader && std::ranges::find(op.inputs, id) != op.inputs.end())
                return false;
    return true;
}

bool arePrivate(const LoweringContext& context, std::span<const TensorId> ids, const Op* reader)
{
    return std::ranges::all_of(ids, [&](TensorId id) { return isPrivate(context, id, reader); });
}

kernels::RecurrenceShape shapeOf(const RecurrenceSetting& setting)
{
    return {.samples = setting.samples, .steps = setting.steps, .units = setting.units, .cell = setting.cell};
}

/// Nothing where the library no longer has it, or a GPU with fewer multiprocessors no room for it.
std::optional<RecurrenceAlgorithm> named(const std::string& name, const RecurrenceSetting& setting)
{
    if (name == ownName)
        return RecurrenceAlgorithm{};
    if (const auto tiles = sequenceTilesFrom(name)) {
        const kernels::RecurrenceShape shape = shapeOf(setting);
        if (!fits(shape, *tiles))
            return std::nullopt;
        return RecurrenceAlgorithm{{}, tiles};
    }
    auto plan = recurrencePlanFrom(setting, name);
    if (!plan)
        return std::nullopt;
    return RecurrenceAlgorithm{std::make_shared<const RecurrencePlan>(*std::move(plan)), {}};
}

/// The algorithm of this name, if there still is one. Unless this is an estimate it has run once: on its first run a library may do
/// things that can't be recorded.
std::optional<RecurrenceAlgorithm> restored(const std::string& name, const LoweringContext& context, const RecurrentLayer& layer)
{
    auto algorithm = named(name, layer.setting);
    if (!algorithm || name == ownName || !context.options.measures)
        return algorithm;
    try {
        RecurrenceTrial trial(context, layer);
        RecurrenceTrial::Run(trial, *algorithm).results();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::deviceLost)
            throw;
        if (error.cause() != MessageFacts::Cause::deviceMemory) // for the trial, which says nothing about the algorithm
            return std::nullopt;
    }
    return algorithm;
}

/// How long an algorithm takes; infinite where its results are not our own or, unless any order will do, differ from run to run.
double millisecondsOf(RecurrenceTrial& trial, const RecurrenceAlgorithm& algorithm, const RecurrenceSetting& setting,
                      const RecurrenceTrial::Results& own)
{
    RecurrenceTrial::Run run(trial, algorithm);
    const RecurrenceTrial::Results results = run.results();
    if (!agree(setting, own, results) || (!setting.anyOrder && run.results() != results))
        return std::numeric_limits<double>::infinity();
    return run.milliseconds();
}

/// A layer's entry in the tuning cache.
class LayerTuning {
public:
    explicit LayerTuning(const RecurrenceSetting& setting)
        : m_target(planTarget())
        , m_operation(setting.text())
        , m_entry(cache().find(m_target, m_operation).value_or(TuningEntry{}))
    {
    }
    const std::optional<std::string>& fastest() const { return m_entry.fastest; }
    void setFastest(const RecurrenceAlgorithm& algorithm, std::vector<AlgorithmTrial> trials)
    {
        cache().setFastest(m_target, m_operation, algorithm.name(), std::move(trials));
    }
    /// The result of `time`, unless the GPU is lost in it or was lost with this algorithm before.
    template <class F>
    std::optional<double> tryOut(const std::string& name, const F& time)
    {
        if (std::ranges::find(m_entry.deviceLost, name) != m_entry.deviceLost.end())
            return std::nullopt;
        try {
            return attempt(time);
        } catch (const Error&) {
            cache().addDeviceLost(m_target, m_operation, name);
            throw;
        }
    }

private:
    static TuningCache& cache()
    {
        static TuningCache all(tuningCacheFile("recurrences"));
        return all;
    }

    std::string m_target;
    std::string m_operation;
    TuningEntry m_entry; ///< as it was when the choice began
};

/// `time` as `millisecondsOf` gives it; nothing where the algorithm did not run.
AlgorithmTrial outcomeOf(std::string algorithm, const std::optional<double>& time)
{
    using Outcome = AlgorithmTrial::Outcome;
    if (!time)
        return {std::move(algorithm), Outcome::refused};
    if (std::isinf(*time))
        return {std::move(algorithm), Outcome::wrongResults};
    return {std::move(algorithm), Outcome::timed, *time};
}

/// All but our own steps.
std::vector<RecurrenceAlgorithm> others(const RecurrenceSetting& setting)
{
    std::vector<RecurrenceAlgorithm> all;
    for (const SequenceTiles& tiles : sequenceTiles(shapeOf(setting)))
        all.push_back({{}, tiles});
    for (RecurrencePlan& plan : recurrencePlans(setting))
        all.push_back({std::make_shared<const RecurrencePlan>(std::move(plan)), {}});
    return all;
}

RecurrenceAlgorithm fastestOf(const LoweringContext& context, const RecurrentLayer& layer, LayerTuning& tuning)
{
    RecurrenceTrial trial(context, layer);
    RecurrenceTrial::Run steps(trial, {});
    const RecurrenceTrial::Results own = steps.results();
    const std::optional<double> ownTime = attempt([&] { return steps.milliseconds(); });
    double least = ownTime.value_or(std::numeric_limits<double>::infinity());
    RecurrenceAlgorithm fastest;
    std::vector<AlgorithmTrial> trials{outcomeOf(std::string(ownName), ownTime)};
    for (const RecurrenceAlgorithm& next : others(layer.setting)) {
        const auto time = tuning.tryOut(next.name(), [&] { return millisecondsOf(trial, next, layer.setting, own); });
        trials.push_back(outcomeOf(next.name(), time));
        if (time && *time < least) {
            least = *time;
            fastest = next;
        }
    }
    tuning.setFastest(fastest, std::move(trials));
    return fastest;
}

RecurrenceAlgorithm choose(const LoweringContext& context, const RecurrentLayer& layer)
{
    if (planTarget().empty())
        return {};
    LayerTuning tuning(layer.setting);
    if (const auto& kept = tuning.fastest())
        if (auto algorithm = restored(*kept, context, layer))
            return *algorithm;
    if (!context.options.measures) {
        auto plans = recurrencePlans(layer.setting);
        if (plans.empty())
            return {};
        return {std::make_shared<const RecurrencePlan>(std::move(plans.front())), {}};
    }
    // Where there is no memory to try them, our own steps need the least.
    return attempt([&] { return fastestOf(context, layer, tuning); }).value_or(RecurrenceAlgorithm{});
}

} // namespace

std::optional<RecurrentLayer> RecurrentLayer::find(const LoweringContext& context, TensorId states)
{
    RecurrentLayer layer;
    for (const Program& program : context.plan.programs)
        for (const Op& op : program.ops) {
            const std::string_view name = op.spec->name;
            if (name == "recurrence" && op.outputs[op.as<RecurrenceAttributes>().statesAt()] == states)
                layer.forward = &op;
            else if (name == "recurrence_backward" && op.inputs[3] == states)
                layer.backward = &op;
            else if (name == "recurrence_backward_weights" && op.inputs[1] == states)
                layer.backwardWeights = &op;
        }
    if (context.options.keepAll || !layer.forward)
        return std::nullopt;
    const auto& attributes = layer.forward->as<RecurrenceAttributes>();
    if (attributes.cell == Cell::simple || attributes.multiplied || context.hasInput(*layer.forward, 4)
        || context.hasInput(*layer.forward, 6))
        return std::nullopt;
    const std::span<const TensorId> made(layer.forward->outputs);
    if (!arePrivate(context, made.subspan(attributes.gatesAt()), layer.backward))
        return std::nullopt;
    if (layer.backward
        && !arePrivate(context, std::span(layer.backward->outputs).first(attributes.cell == Cell::gru ? 2 : 1),
                       layer.backwardWeights))
        return std::nullopt;
    const Shape &x = context.input(*layer.forward, 0).shape, &of = context.plan.tensor(states).shape;
    layer.setting = {.cell = attributes.cell,
                     .samples = of[0],
                     .steps = of[1],
                     .inputs = x[2],
                     .units = of[2],
                     .type = context.plan.tensor(states).type,
                     .tensorFloat = context.plan.precision == Precision::tf32,
                     .anyOrder = !context.options.deterministic,
                     .bias = attributes.bias,
                     .training = layer.backward != nullptr,
                     .inputGradient = layer.backward && layer.backward->as<RecurrenceAttributes>().inputGradient,
                     .weightGradients = layer.backwardWeights != nullptr,
                     .state = context.hasInput(*layer.forward, 5)};
    return layer;
}

std::string RecurrenceAlgorithm::name() const
{
    return plan ? plan->name() : tiles ? nameOf(*tiles) : std::string(ownName);
}

Lowered RecurrenceAlgorithm::forward(const LoweringContext& context, const Op& op) const
{
    return plan ? planForward(context, op, plan) : stepForward(context, op, tiles);
}

Lowered RecurrenceAlgorithm::backward(const LoweringContext& context, const Op& op) const
{
    return plan ? planBackward(context, op, plan) : stepBackward(context, op, tiles);
}

Lowered RecurrenceAlgorithm::backwardWeights(const LoweringContext& context, const Op& op) const
{
    return plan ? planBackwardWeights(context, op, plan) : stepBackwardWeights(context, op);
}

RecurrenceAlgorithm chooseRecurrence(const LoweringContext& context, const RecurrentLayer& layer)
{
    using Known = KnownChoices<std::optional<RecurrenceAlgorithm>>;
    static Known& known = *new Known; // never destroyed: the library may be gone when the process ends
    const auto algorithm = known.get(
        tuningKey(layer.setting), context.options, [&](const std::string& name) { return restored(name, context, layer); },
        [&] { return std::optional(choose(context, layer)); });
    return *algorithm;
}

std::string tuningKey(const RecurrenceSetting& setting)
{
    const std::string target = planTarget();
    return target.empty() ? target : fmt::format("{}: {}", target, setting.text());
}

} // namespace netsmith::cuda
