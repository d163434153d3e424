#include "engine/inspect/profiler/chrome_trace.h"

#include "engine/graph/json/json_object.h"

#include <algorithm>

namespace netsmith::inspect {
namespace {

constexpr int process = 1;
constexpr int stepTrack = 0; // those of the parts follow

int trackOf(StepPart part)
{
    return 1 + static_cast<int>(part);
}

Json named(const char* what, int track, std::string_view name)
{
    return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", track}, {"args", {{"name", name}}}};
}

Json span(std::string_view name, std::string_view category, int track, double start, double seconds)
{
    return {{"ph", "X"},    {"name", name},      {"cat", category},     {"pid", process},
            {"tid", track}, {"ts", 1e6 * start}, {"dur", 1e6 * seconds}};
}

std::string nameOf(const ProfiledKernel& kernel)
{
    return kernel.layer().empty() ? kernel.op : kernel.layer() + ": " + kernel.op;
}

} // namespace

std::string chromeTrace(const TrainingProfile& profile)
{
    Json events = Json::array();
    events.push_back(named("process_name", stepTrack, profile.deviceName));
    events.push_back(named("thread_name", stepTrack, "Step"));
    for (const StepPart part : stepParts) {
        events.push_back(named("thread_name", trackOf(part), titleOf(part).text()));
        events.push_back({{"ph", "M"},
                          {"name", "thread_sort_index"},
                          {"pid", process},
                          {"tid", trackOf(part)},
                          {"args", {{"sort_index", trackOf(part)}}}});
    }
    double end = profile.staging;
    for (const ProfiledKernel& kernel : profile.kernels)
        end = std::max(end, kernel.start + kernel.shown);
    events.push_back(span("step", "step", stepTrack, 0.0, end));
    for (std::size_t i = 0; i < profile.kernels.size();) { // the kernels of each part that follow each other
        const StepPart part = profile.kernels[i].part;
        const double start = profile.kernels[i].start;
        double last = start;
        for (; i < profile.kernels.size() && profile.kernels[i].part == part; ++i)
            last = std::max(last, profile.kernels[i].start + profile.kernels[i].shown);
        events.push_back(span(idOf(part), "part", stepTrack, start, last - start));
    }
    if (profile.samplesAtOnce > 0)
        events.push_back(span("load samples", idOf(StepPart::data), trackOf(StepPart::data), 0.0, profile.staging));
    const std::vector<std::int64_t> live = liveBytes(profile);
    for (std::size_t i = 0; i < profile.kernels.size(); ++i) {
        const ProfiledKernel& kernel = profile.kernels[i];
        if (!profile.buffers.empty())
            events.push_back({{"ph", "C"},
                              {"name", "activations"},
                              {"pid", process},
                              {"ts", 1e6 * kernel.start},
                              {"args", {{"bytes", live[i]}}}});
        if (kernel.implementation == "view")
            continue;
        Json event = span(nameOf(kernel), idOf(kernel.part), trackOf(kernel.part), kernel.start, kernel.shown);
        event["args"] = {{"op", kernel.op},
                         {"layers", kernel.origin},
                         {"kernel", kernel.implementation},
                         {"flops", kernel.flops},
                         {"bytes", kernel.bytes},
                         {"median_us", 1e6 * kernel.seconds},
                         {"runs_per_step", kernel.runs}};
        events.push_back(std::move(event));
    }
    return Json{{"displayTimeUnit", "ms"},
                {"otherData",
                 {{"device", profile.device},
                  {"precision", profile.precision},
                  {"batch", profile.batch},
                  {"step_us", 1e6 * profile.step}}},
                {"traceEvents", std::move(events)}}
               .dump(1)
        + "\n";
}

} // namespace netsmith::inspect
