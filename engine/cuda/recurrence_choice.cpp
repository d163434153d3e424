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
    if (!context.options.measures)
        return way;
    try {
        RecurrenceTrial trial(context, layer);
        RecurrenceTrial::Run(trial, way.plan).results();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::deviceLost)
            throw;
        if (error.message().id() != "cuda.memory") // for a trial, which says nothing of the way
            return std::nullopt;
    }
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

/// The book of ways: which was the fastest, and for people what each took. A way that took the GPU with it the last time is not
/// tried again.
class Entry {
public:
    explicit Entry(const RecurrenceSetting& setting)
        : m_target(planTarget())
        , m_text(setting.text())
        , m_lost(book().find(m_target, m_text + ", tried").value_or(""))
    {
    }
    std::optional<std::string> taken() const { return book().find(m_target, m_text); }
    /// Calls `attempt` unless the GPU was lost in it before.
    template <class F>
    std::optional<double> tryOut(const std::string& name, const F& attempt)
    {
        if (name == m_lost)
            return std::nullopt;
        keep(", tried", name);
        const std::optional<double> time = attempt();
        keep(", tried", m_lost);
        return time;
    }
    void keep(const std::string& what, const std::string& value) { book().keep(m_target, m_text + what, value); }

private:
    static PlanBook& book()
    {
        static PlanBook all(recurrenceBook());
        return all;
    }

    std::string m_target;
    std::string m_text;
    std::string m_lost;
};

RecurrenceWay fastestOf(std::vector<RecurrencePlan> plans, const LoweringContext& context, const RecurrentLayer& layer,
                        Entry& entry)
{
    RecurrenceTrial trial(context, layer);
    RecurrenceTrial::Run steps(trial, nullptr);
    const RecurrenceTrial::Results own = steps.results();
    double least = attempt([&] { return steps.milliseconds(); }).value_or(std::numeric_limits<double>::infinity());
    RecurrenceWay fastest;
    std::string each = fmt::format("{} {:.4f} ms", ownName, least);
    for (RecurrencePlan& next : plans) {
        auto plan = std::make_shared<const RecurrencePlan>(std::move(next));
        const auto time =
            entry.tryOut(plan->name(), [&] { return attempt([&] { return millisecondsOf(trial, plan, layer.setting, own); }); });
        each += !time           ? fmt::format(", {} refused", plan->name())
            : std::isinf(*time) ? fmt::format(", {} made other numbers", plan->name())
                                : fmt::format(", {} {:.4f} ms", plan->name(), *time);
        if (time && *time < least) {
            least = *time;
            fastest.plan = std::move(plan);
        }
    }
    entry.keep(", each", each);
    return fastest;
}

RecurrenceWay choose(const LoweringContext& context, const RecurrentLayer& layer)
{
    if (planTarget().empty())
        return {};
    Entry entry(layer.setting);
    if (const auto kept = entry.taken())
        if (auto way = restored(*kept, context, layer))
            return *way;
    auto plans = recurrencePlans(layer.setting);
    if (plans.empty())
        return {};
    if (!context.options.measures)
        return {std::make_shared<const RecurrencePlan>(std::move(plans.front()))};
    const auto fastest = attempt([&] { return fastestOf(std::move(plans), context, layer, entry); });
    if (!fastest)
        return {}; // no memory to try them in: our own needs least
    entry.keep("", fastest->name());
    return *fastest;
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
                     .training = layer.backward != nullptr,
                     .inputGradient = layer.backward && layer.backward->as<RecurrenceAttributes>().inputGradient,
                     .weightGradients = layer.backwardWeights != nullptr,
                     .state = context.hasInput(*layer.forward, 5)};
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
