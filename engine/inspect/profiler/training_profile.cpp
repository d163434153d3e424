#include "engine/inspect/profiler/training_profile.h"

#include <algorithm>

namespace netsmith::inspect {

std::string_view idOf(StepPart part)
{
    switch (part) {
    case StepPart::data: return "data";
    case StepPart::forward: return "forward";
    case StepPart::backward: return "backward";
    case StepPart::update: break;
    }
    return "update";
}

Message titleOf(StepPart part)
{
    switch (part) {
    case StepPart::data: return Message(NS_MESSAGE("profiler.data", "Data"));
    case StepPart::forward: return Message(NS_MESSAGE("profiler.forward", "Forward"));
    case StepPart::backward: return Message(NS_MESSAGE("profiler.backward", "Backward"));
    case StepPart::update: break;
    }
    return Message(NS_MESSAGE("profiler.update", "Update"));
}

const std::string& ProfiledKernel::layer() const
{
    static const std::string none;
    return origin.empty() ? none : origin.front();
}

double TrainingProfile::sum() const
{
    double sum = staging;
    for (const ProfiledKernel& kernel : kernels)
        sum += kernel.total();
    return sum;
}

std::vector<LayerShare> layersOf(const TrainingProfile& profile)
{
    std::vector<LayerShare> layers;
    LayerShare rest;
    for (const ProfiledKernel& kernel : profile.kernels) {
        if (kernel.implementation == "view")
            continue;
        auto found = std::ranges::find(layers, kernel.layer(), &LayerShare::layer);
        if (found == layers.end() && !kernel.layer().empty())
            found = layers.insert(found, {kernel.layer()});
        LayerShare& layer = kernel.layer().empty() ? rest : *found;
        (kernel.part == StepPart::forward        ? layer.forward
             : kernel.part == StepPart::backward ? layer.backward
                                                 : layer.other) += kernel.total();
        layer.flops += kernel.flops * kernel.runs;
        layer.bytes += kernel.bytes * kernel.runs;
    }
    layers.push_back(rest);
    return layers;
}

double roofAt(const DeviceLimits& limits, double intensity)
{
    if (limits.flops <= 0.0 || limits.bandwidth <= 0.0)
        return limits.flops;
    return std::min(limits.flops, limits.bandwidth * intensity);
}

std::vector<std::int64_t> liveBytes(const TrainingProfile& profile)
{
    std::vector<std::int64_t> bytes(profile.kernels.size());
    for (const StepBuffer& buffer : profile.buffers)
        for (std::size_t i = buffer.first; i <= buffer.last && i < bytes.size(); ++i)
            bytes[i] += buffer.bytes;
    return bytes;
}

std::vector<StepBuffer> buffersAtPeak(const TrainingProfile& profile)
{
    const std::vector<std::int64_t> live = liveBytes(profile);
    if (live.empty())
        return {};
    const auto peak = static_cast<std::size_t>(std::ranges::max_element(live) - live.begin());
    std::vector<StepBuffer> buffers;
    std::ranges::copy_if(profile.buffers, std::back_inserter(buffers),
                         [&](const StepBuffer& buffer) { return buffer.first <= peak && peak <= buffer.last; });
    std::ranges::stable_sort(buffers, std::ranges::greater(), &StepBuffer::bytes);
    return buffers;
}

} // namespace netsmith::inspect
