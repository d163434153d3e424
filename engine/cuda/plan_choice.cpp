#include "engine/cuda/plan_choice.h"

#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/plan_target.h"
#include "engine/cuda/device/timing.h"
#include "engine/cuda/known_choices.h"
#include "engine/cuda/tuning_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::cuda {
namespace {

using SharedPlan = std::shared_ptr<const ConvolutionPlan>;

constexpr std::size_t mostPlans = 16; ///< that are timed

/// Room for a convolution's plans to run in.
class Trial {
public:
    /// Throws `cuda.memory`.
    Trial(const ConvolutionShape& shape, const std::vector<const ConvolutionPlan*>& plans)
        : m_x(bytesOf(shape, shape.inputElements()))
        , m_w(bytesOf(shape, shape.filters * shape.kernelElements()))
        , m_y(bytesOf(shape, shape.outputElements()))
        , m_bias(shape.bias ? shape.filters * static_cast<std::int64_t>(sizeof(float)) : 0)
        , m_workspace((*std::ranges::max_element(plans, {}, &ConvolutionPlan::workspace))->workspace())
    {
    }

    /// Nothing where the library can't run it after all.
    std::optional<double> milliseconds(const ConvolutionPlan& plan)
    {
        return attempt([&] { return millisecondsOf(m_stream, [&] { enqueue(plan); }); });
    }
    bool runs(const ConvolutionPlan& plan)
    {
        return attempt([&] {
                   enqueue(plan);
                   m_stream.wait();
                   return true;
               })
            .has_value();
    }

private:
    static std::int64_t bytesOf(const ConvolutionShape& shape, std::int64_t elements)
    {
        return elements * static_cast<std::int64_t>(sizeOf(shape.type));
    }
    void enqueue(const ConvolutionPlan& plan)
    {
        plan.enqueue(m_stream, {.x = m_x.data(), .w = m_w.data(), .y = m_y.data(), .bias = m_bias.data()}, m_workspace.data());
    }
    Stream m_stream;
    DeviceBytes m_x;
    DeviceBytes m_w;
    DeviceBytes m_y;
    DeviceBytes m_bias;
    DeviceBytes m_workspace;
};

/// Nothing where there is no memory for it.
std::optional<Trial> trialOf(const ConvolutionShape& shape, const std::vector<const ConvolutionPlan*>& plans)
{
    try {
        return std::optional<Trial>(std::in_place, shape, plans);
    } catch (const Error& error) {
        if (error.cause() != MessageFacts::Cause::deviceMemory)
            throw;
        return std::nullopt;
    }
}

/// The plan of this text, if it still is one. Where `runs`, it has run once: a library may make at first what can't be recorded.
SharedPlan restored(const std::string& text, const ConvolutionShape& shape, bool runs)
{
    auto plan = convolutionPlanFrom(text);
    if (!plan)
        return nullptr;
    if (runs)
        if (std::optional<Trial> trial = trialOf(shape, {&*plan}); trial && !trial->runs(*plan))
            return nullptr;
    return std::make_shared<const ConvolutionPlan>(*std::move(plan));
}

/// The fastest, which `keep` stores in the cache; the library's first choice where there is no memory to time them. Null where none
/// of them runs.
SharedPlan fastestOf(std::vector<ConvolutionPlan> plans, const ConvolutionShape& shape,
                     const std::function<void(const ConvolutionPlan&)>& keep)
{
    std::vector<const ConvolutionPlan*> all;
    for (const ConvolutionPlan& plan : plans)
        all.push_back(&plan);
    std::optional<Trial> trial = trialOf(shape, all);
    if (!trial)
        return std::make_shared<const ConvolutionPlan>(std::move(plans.front()));
    ConvolutionPlan* fastest = nullptr;
    double least = std::numeric_limits<double>::max();
    for (ConvolutionPlan& plan : plans)
        if (const auto time = trial->milliseconds(plan); time && *time < least) {
            least = *time;
            fastest = &plan;
        }
    if (!fastest)
        return nullptr;
    keep(*fastest);
    return std::make_shared<const ConvolutionPlan>(std::move(*fastest));
}

SharedPlan choose(const ConvolutionShape& shape, bool measures)
{
    const std::string target = planTarget();
    if (target.empty())
        return nullptr;
    static TuningCache cache(tuningCacheFile("convolutions"));
    const std::string text = shape.text();
    if (const auto kept = cache.find(target, text); kept && kept->fastest)
        if (SharedPlan plan = restored(*kept->fastest, shape, measures))
            return plan;
    auto plans = convolutionPlans(shape, measures ? mostPlans : 1);
    if (plans.empty())
        return nullptr;
    if (!measures)
        return std::make_shared<const ConvolutionPlan>(std::move(plans.front()));
    return fastestOf(std::move(plans), shape, [&](const ConvolutionPlan& plan) { cache.setFastest(target, text, plan.text()); });
}

} // namespace

SharedPlan choosePlan(const ConvolutionShape& shape, const CompileOptions& options)
{
    // Never destroyed: the library may be gone when a process destroys what is left.
    static KnownChoices<SharedPlan>& known = *new KnownChoices<SharedPlan>;
    return known.get(
        tuningKey(shape), options, [&](const std::string& text) { return restored(text, shape, options.measures); },
        [&] { return choose(shape, options.measures); });
}

std::string tuningKey(const ConvolutionShape& shape)
{
    return fmt::format("{}: {}", planTarget(), shape.text());
}

} // namespace netsmith::cuda
