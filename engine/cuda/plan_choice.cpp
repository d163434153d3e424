#include "engine/cuda/plan_choice.h"

#include "engine/core/error.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/timing.h"
#include "engine/cuda/plan_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <string>

namespace netsmith::cuda {
namespace {

using SharedPlan = std::shared_ptr<const ConvolutionPlan>;

constexpr std::size_t mostPlans = 16; ///< that are timed

/// The place of the fastest in the list; that of the library's first choice where there is no memory to try them in.
std::size_t fastestOf(const std::vector<ConvolutionPlan>& plans, const ConvolutionShape& shape)
{
    if (plans.size() < 2)
        return 0;
    const auto bytes = [&](std::int64_t elements) { return elements * static_cast<std::int64_t>(sizeOf(shape.type)); };
    std::size_t fastest = 0;
    try {
        Stream stream;
        const DeviceBytes x(bytes(shape.inputElements()));
        const DeviceBytes w(bytes(shape.filters * shape.kernelElements()));
        const DeviceBytes y(bytes(shape.outputElements()));
        const DeviceBytes bias(shape.bias ? shape.filters * static_cast<std::int64_t>(sizeof(float)) : 0);
        std::int64_t largest = 0;
        for (const ConvolutionPlan& plan : plans)
            largest = std::max(largest, plan.workspace());
        const DeviceBytes workspace(largest);
        const ConvolutionTensors tensors{.x = x.data(), .w = w.data(), .y = y.data(), .bias = bias.data()};
        double least = std::numeric_limits<double>::max();
        for (std::size_t i = 0; i < plans.size(); ++i)
            if (const double time = millisecondsOf(stream, [&] { plans[i].enqueue(stream, tensors, workspace.data()); });
                time < least) {
                least = time;
                fastest = i;
            }
    } catch (const Error& error) {
        if (error.message().id() != "cuda.memory")
            throw;
    }
    return fastest;
}

SharedPlan restored(const std::string& text)
{
    auto plan = convolutionPlanFrom(text);
    return plan ? std::make_shared<const ConvolutionPlan>(*std::move(plan)) : nullptr;
}

SharedPlan choose(const ConvolutionShape& shape, bool measures)
{
    const std::string target = convolutionTarget();
    if (target.empty())
        return nullptr;
    static PlanBook book(convolutionBook());
    const std::string text = shape.text();
    if (const auto kept = book.find(target, text))
        if (SharedPlan plan = restored(*kept))
            return plan;
    auto plans = convolutionPlans(shape, measures ? mostPlans : 1);
    if (plans.empty())
        return nullptr;
    ConvolutionPlan& plan = plans[fastestOf(plans, shape)];
    if (measures)
        book.keep(target, text, plan.text());
    return std::make_shared<const ConvolutionPlan>(std::move(plan));
}

/// Plans by what they are for, each made once; what throws is made anew the next time.
class KnownPlans {
public:
    const SharedPlan* find(const std::string& name) const
    {
        const auto found = m_plans.find(name);
        return found == m_plans.end() ? nullptr : &found->second;
    }
    template <class Make>
    SharedPlan get(const std::string& name, const Make& make)
    {
        const SharedPlan* const found = find(name);
        return found ? *found : m_plans.emplace(name, make()).first->second;
    }

private:
    std::map<std::string, SharedPlan> m_plans;
};

} // namespace

SharedPlan choosePlan(const ConvolutionShape& shape, const CompileOptions& options)
{
    static std::mutex mutex;
    static KnownPlans named, timed, guessed;
    const std::lock_guard lock(mutex);
    if (options.choices)
        if (const auto found = options.choices->find(choiceName(shape)); found != options.choices->end())
            if (SharedPlan plan = named.get(found->second, [&] { return restored(found->second); }))
                return plan;
    const std::string text = shape.text();
    KnownPlans& known = options.measures || timed.find(text) ? timed : guessed;
    return known.get(text, [&] { return choose(shape, options.measures); });
}

std::string choiceName(const ConvolutionShape& shape)
{
    return fmt::format("{}: {}", convolutionTarget(), shape.text());
}

} // namespace netsmith::cuda
