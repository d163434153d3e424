#include "engine/cuda/plan_choice.h"

#include "engine/core/cache_folder.h"
#include "engine/core/error.h"
#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/timing.h"
#include "engine/cuda/plan_book.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace netsmith::cuda {
namespace {

constexpr std::size_t mostPlans = 16; ///< that are timed

std::filesystem::path bookFile()
{
    const std::filesystem::path folder = cacheFolder();
    return folder.empty() ? folder : folder / "cuda" / "convolutions.json";
}

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

std::shared_ptr<const ConvolutionPlan> choose(const ConvolutionShape& shape)
{
    const std::string target = convolutionTarget();
    if (target.empty())
        return nullptr;
    static PlanBook book(bookFile());
    const std::string text = shape.text();
    if (const auto kept = book.find(target, text))
        if (auto plan = convolutionPlanFrom(*kept))
            return std::make_shared<const ConvolutionPlan>(*std::move(plan));
    auto plans = convolutionPlans(shape, mostPlans);
    if (plans.empty())
        return nullptr;
    ConvolutionPlan& plan = plans[fastestOf(plans, shape)];
    book.keep(target, text, plan.text());
    return std::make_shared<const ConvolutionPlan>(std::move(plan));
}

} // namespace

std::shared_ptr<const ConvolutionPlan> fastestPlan(const ConvolutionShape& shape)
{
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const ConvolutionPlan>> chosen;
    const std::lock_guard lock(mutex);
    const auto [found, isNew] = chosen.try_emplace(shape.text());
    if (isNew)
        try {
            found->second = choose(shape);
        } catch (...) {
            chosen.erase(found);
            throw;
        }
    return found->second;
}

} // namespace netsmith::cuda
