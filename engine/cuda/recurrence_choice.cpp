#include "engine/cuda/recurrence_choice.h"

#include "engine/core/error.h"
#include "engine/cuda/device/convolution_plan.h"
#include "engine/cuda/plan_book.h"
#include "engine/cuda/recurrence_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
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

/// Nothing where there is no memory for it, or the library can't do it after all.
template <class F>
auto attempt(const F& run) -> std::optional<decltype(run())>
{
    try {
        return run();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::deviceLost)
            throw;
        return std::nullopt;
    }
}

/// The library's way of this name, if it still is one. Where `runs`, it has run once: a library may make at first what can't be
/// recorded.
std::optional<RecurrenceWay> restored(const std::string& name, const LoweringContext& context, const RecurrentLayer& layer)
{
    if (name == ownName)
        return RecurrenceWay{};
    auto plan = recurrencePlanFrom(layer.setting, name);
    if (!plan)
        return std::nullopt;
    RecurrenceWay way{std::make_shared<const RecurrencePlan>(*std::move(plan))};
    const auto runOnce = [&] {
        RecurrenceTrial trial(context, layer);
        RecurrenceTrial::Run(trial, way.plan).results();
        return true;
    };
    if (context.options.measures && !attempt(runOnce))
        return std::nullopt;
    return way;
}

/// How long a way takes; for ever where its results are not our own or, though the setting asks for it, not the same each time.
double millisecondsOf(RecurrenceTrial& trial, const SharedRecurrencePlan& plan, const RecurrenceSetting& setting,
                      const RecurrenceTrial::Results& own)
{
    RecurrenceTrial::Run run(trial, plan);
    const RecurrenceTrial::Results results = run.results();
    if (!agree(setting, own, results) || (!setting.anyOrder && run.results() != results))
        return std::numeric_limits<double>::infinity();
    return run.milliseconds();
}

struct Fastest {
    RecurrenceWay way;
    std::string times; ///< what each took, for people
};

Fastest fastestOf(std::vector<RecurrencePlan> plans, const LoweringContext& context, const RecurrentLayer& layer)
{
    RecurrenceTrial trial(context, layer);
    RecurrenceTrial::Run steps(trial, nullptr);
    const RecurrenceTrial::Results own = steps.results();
    double least = steps.milliseconds();
    Fastest fastest{{}, fmt::format("{} {:.4f} ms", ownName, least)};
    for (RecurrencePlan& each : plans) {
        auto plan = std::make_shared<const RecurrencePlan>(std::move(each));
        const auto time = attempt([&] { return millisecondsOf(trial, plan, layer.setting, own); });
        fastest.times += !time  ? fmt::format(", {} refused", plan->name())
            : std::isinf(*time) ? fmt::format(", {} made other numbers", plan->name())
                                : fmt::format(", {} {:.4f} ms", plan->name(), *time);
        if (time && *time < least) {
            least = *time;
            fastest.way.plan = std::move(plan);
        }
    }
    return fastest;
}

RecurrenceWay choose(const LoweringContext& context, const RecurrentLayer& layer)
{
    const std::string target = planTarget(), text = layer.setting.text();
    if (target.empty())
        return {};
    static PlanBook book(recurrenceBook());
    if (const auto kept = book.find(target, text))
        if (auto way = restored(*kept, context, layer))
            return *way;
    auto plans = recurrencePlans(layer.setting);
    if (!context.options.measures)
        return plans.empty() ? RecurrenceWay{} : RecurrenceWay{std::make_shared<const RecurrencePlan>(std::move(plans.front()))};
    if (plans.empty())
        return {};
    const auto fastest = attempt([&] { return fastestOf(std::move(plans), context, layer); });
    if (!fastest)
        return {}; // no memory to try them in: our own needs least
    book.keep(target, text, fastest->way.name());
    book.keep(target, text + ", each", fastest->times);
    return fastest->way;
}

/// Ways by what they are for, each looked for once, so that all ops of a layer get the same answer; what throws is tried anew the
/// next time.
class KnownWays {
public:
    bool has(const std::string& name) const { return m_ways.contains(name); }
    template <class Make>
    std::optional<RecurrenceWay> get(const std::string& name, const Make& make)
    {
        const auto found = m_ways.find(name);
        return found != m_ways.end() ? found->second : m_ways.emplace(name, make()).first->second;
    }

private:
    std::map<std::string, std::optional<RecurrenceWay>> m_ways;
};

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
                     .training = layer.backward != nullptr};
    return layer;
}

std::string RecurrenceWay::name() const
{
    return plan ? plan->name() : std::string(ownName);
}

RecurrenceWay chooseRecurrence(const LoweringContext& context, const RecurrentLayer& layer)
{
    static std::mutex mutex;
    // They stay to the end: the library may be gone when a process destroys what is left.
    static KnownWays &named = *new KnownWays, &timed = *new KnownWays, &guessed = *new KnownWays;
    const std::lock_guard lock(mutex);
    const std::string text = layer.setting.text();
    if (const KernelChoices* const choices = context.options.choices)
        if (const auto found = choices->find(choiceName(layer.setting)); found != choices->end())
            if (const auto way = named.get(text + ": " + found->second, [&] { return restored(found->second, context, layer); }))
                return *way;
    KnownWays& known = context.options.measures || timed.has(text) ? timed : guessed;
    return *known.get(text, [&] { return choose(context, layer); });
}

std::string choiceName(const RecurrenceSetting& setting)
{
    const std::string target = planTarget();
    return target.empty() ? target : fmt::format("{}: {}", target, setting.text());
}

} // namespace netsmith::cuda
