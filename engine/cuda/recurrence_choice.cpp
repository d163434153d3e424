#include "engine/cuda/recurrence_choice.h"

#include "engine/cuda/device/plan_target.h"
#include "engine/cuda/known_choices.h"
#include "engine/cuda/plan_book.h"
#include "engine/cuda/recurrence_trial.h"

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

/// The library's way of this name, if it still is one. Unless this is an estimate it has run once: a library may make at
/// first what can't be recorded.
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

/// A layer's pages in the book of ways: which was the fastest, what each took, for people, and which took the GPU with them, so
/// that they are not tried again.
class Entry {
public:
    explicit Entry(const RecurrenceSetting& setting)
        : m_target(planTarget())
        , m_text(setting.text())
        , m_lost(find(", lost").value_or(""))
    {
    }
    std::optional<std::string> taken() const { return find(""); }
    void take(const RecurrenceWay& way, const std::string& each)
    {
        keep(", each", each);
        keep("", way.name());
    }
    /// What `time` gives, unless the GPU was lost in it, now or before.
    template <class F>
    std::optional<double> tryOut(const std::string& name, const F& time)
    {
        if (m_lost.find(name + ';') != std::string::npos)
            return std::nullopt;
        try {
            return attempt(time);
        } catch (const Error&) {
            keep(", lost", m_lost + name + ';');
            throw;
        }
    }

private:
    static PlanBook& book()
    {
        static PlanBook all(bookOf("recurrences"));
        return all;
    }
    std::optional<std::string> find(const char* page) const { return book().find(m_target, m_text + page); }
    void keep(const char* page, const std::string& words) { book().keep(m_target, m_text + page, words); }

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
        const auto time = entry.tryOut(plan->name(), [&] { return millisecondsOf(trial, plan, layer.setting, own); });
        each += !time           ? fmt::format(", {} refused", plan->name())
            : std::isinf(*time) ? fmt::format(", {} made other numbers", plan->name())
                                : fmt::format(", {} {:.4f} ms", plan->name(), *time);
        if (time && *time < least) {
            least = *time;
            fastest.plan = std::move(plan);
        }
    }
    entry.take(fastest, each);
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
    // Where there is no memory to try them in, our own needs least.
    return attempt([&] { return fastestOf(std::move(plans), context, layer, entry); }).value_or(RecurrenceWay{});
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

std::string RecurrenceWay::name() const
{
    return plan ? plan->name() : std::string(ownName);
}

RecurrenceWay chooseRecurrence(const LoweringContext& context, const RecurrentLayer& layer)
{
    using Known = KnownChoices<std::optional<RecurrenceWay>>;
    static Known& known = *new Known; // stays to the end: the library may be gone when a process destroys what is left
    const auto way = known.get(
        choiceName(layer.setting), context.options, [&](const std::string& name) { return restored(name, context, layer); },
        [&] { return std::optional(choose(context, layer)); });
    return *way;
}

std::string choiceName(const RecurrenceSetting& setting)
{
    const std::string target = planTarget();
    return target.empty() ? target : fmt::format("{}: {}", target, setting.text());
}

} // namespace netsmith::cuda
