#include "engine/cli/profile_words.h"

#include "engine/cli/words/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::cli {
namespace {

using inspect::ProfiledKernel;
using inspect::TrainingProfile;

Json orNull(double number)
{
    return number > 0.0 ? Json(number) : Json();
}

Json jsonOf(const ProfiledKernel& kernel, const TrainingProfile& profile)
{
    return {
        {"op", kernel.op},
        {"layers", kernel.origin},
        {"kernel", kernel.implementation},
        {"part", idOf(kernel.part)},
        {"runs", kernel.runs},
        {"ms", 1000.0 * kernel.seconds},
        {"flops", kernel.flops},
        {"bytes", kernel.bytes},
        {"share_of_peak", profile.limits.flops > 0.0 && kernel.flops > 0.0 ? Json(kernel.rate() / profile.limits.flops) : Json()}};
}

std::string billions(double number)
{
    return number > 0.0 ? fmt::format("{:.1f}", number / 1e9) : std::string();
}

} // namespace

void tellKernels(Console& console, const TrainingProfile& profile, bool listed)
{
    std::vector<ProfiledKernel> kernels;
    std::ranges::copy_if(profile.kernels, std::back_inserter(kernels),
                         [](const ProfiledKernel& kernel) { return kernel.implementation != "view"; });
    for (const ProfiledKernel& kernel : kernels)
        console.event("kernel", jsonOf(kernel, profile));
    if (!listed)
        return;
    std::ranges::stable_sort(kernels, std::ranges::greater(), &ProfiledKernel::total);
    using enum Table::Align;
    Table table({left, left, left, left, right, right, right, right}, 2);
    table.add({"kernel", "layers", "runs as", "part", "ms", "of time", "GFLOP/s", "GB/s"});
    const double all = profile.sum();
    for (const ProfiledKernel& kernel : kernels)
        table.add({kernel.op, fmt::format("{}", fmt::join(kernel.origin, ", ")), kernel.implementation,
                   std::string(idOf(kernel.part)), fmt::format("{:.3f}", 1000.0 * kernel.total()),
                   fmt::format("{:.1f} %", all > 0.0 ? 100.0 * kernel.total() / all : 0.0), billions(kernel.rate()),
                   billions(kernel.traffic())});
    console.print(table.text());
}

void tellProfile(Console& console, const TrainingProfile& profile, const inspect::StepMeasures& layers, double step)
{
    console.event("profile",
                  {{"step", layers.step},
                   {"batch", layers.batch},
                   {"precision", profile.precision},
                   {"device", profile.device},
                   {"threads", profile.threads},
                   {"forward_backward_ms", 1000.0 * layers.seconds()},
                   {"step_ms", 1000.0 * step},
                   {"peak_flops", orNull(profile.limits.flops)},
                   {"bandwidth", orNull(profile.limits.bandwidth)},
                   {"unit_samples", layers.unitSamples},
                   {"steps", profile.steps},
                   {"timed_step_ms", 1000.0 * profile.step},
                   {"kernel_by_kernel_ms", 1000.0 * profile.timed},
                   {"kernels_ms", 1000.0 * profile.sum()},
                   {"samples_at_once", profile.samplesAtOnce},
                   {"loading_ms", 1000.0 * profile.staging},
                   {"reading_s", profile.reading},
                   {"epoch_s", profile.epoch()}});
    console.print(
        fmt::format("a training step: {:.3f} ms (batch of {}, {}); its kernels: {:.3f} ms, timed one after the other in {:.3f} ms",
                    1000.0 * profile.step, layers.batch, profile.precision, 1000.0 * profile.sum(), 1000.0 * profile.timed));
    if (profile.limits.flops > 0.0)
        console.print(fmt::format("the device's limits, as measured: {} GFLOP/s, {} GB/s", billions(profile.limits.flops),
                                  billions(profile.limits.bandwidth)));
}

void tellFindings(Console& console, const TrainingProfile& profile)
{
    for (const Message& finding : findingsOn(profile)) {
        console.event("finding", {{"text", finding.text()}, {"message", finding.id()}});
        console.line("  " + finding.text());
    }
    const std::vector<inspect::StepBuffer> peak = buffersAtPeak(profile);
    for (const inspect::StepBuffer& buffer : peak)
        console.event("peak_buffer",
                      {{"layer", buffer.layer},
                       {"op", buffer.op},
                       {"bytes", buffer.bytes},
                       {"workspace", buffer.isWorkspace},
                       {"first", buffer.first},
                       {"last", buffer.last}});
}

void tellFusion(Console& console, const inspect::FusionSavings& savings)
{
    console.event("fusion",
                  {{"kernels", savings.kernels},
                   {"kernels_unfused", savings.unfused},
                   {"bytes_saved", savings.bytes},
                   {"time_ratio", savings.ratio}});
    console.line("  " + wordsOf(savings).text());
}

void tellSharing(Console& console, const inspect::SharingCosts& costs)
{
    using enum Table::Align;
    Table table({left, right, right, right, right}, 4);
    table.add({"connection", "groups", "parameters", "MFLOP", "ms a batch"});
    for (const inspect::ConnectionCosts& each : costs.connections) {
        console.event("connection",
                      {{"layer", costs.layer},
                       {"connection", idOf(each.connection)},
                       {"groups", each.groups},
                       {"parameters", each.parameters},
                       {"flops", each.seconds > 0.0 ? Json(each.flops) : Json()},
                       {"ms", each.seconds > 0.0 ? Json(1000.0 * each.seconds) : Json()}});
        const bool isTimed = each.seconds > 0.0;
        table.add({std::string(idOf(each.connection)),
                   each.connection == inspect::Connection::dense ? "" : std::to_string(each.groups), grouped(each.parameters),
                   isTimed ? fmt::format("{:.2f}", each.flops / 1e6) : std::string(),
                   isTimed ? fmt::format("{:.3f}", 1000.0 * each.seconds) : std::string()});
    }
    for (const Message& words : wordsOf(costs))
        console.line("  " + words.text());
    console.print(table.text());
}

void tellAdvice(Console& console, const inspect::Advice& advice)
{
    Json event{{"slowness", idOf(advice.slowness)},
               {"finding", advice.finding.text()},
               {"advice", advice.advice.text()},
               {"saves_s_per_epoch", advice.saves},
               {"saves_share", advice.share}};
    event["settings"] = advice.remedy ? Json(advice.remedy->settings) : Json();
    event["option"] = advice.machineRemedy ? Json(advice.machineRemedy->option) : Json();
    event["leave_out"] = advice.machineRemedy && advice.machineRemedy->leftOut;
    console.event("advice", std::move(event));
    console.line(fmt::format("faster by {:.0f} %: {}", 100.0 * advice.share, advice.finding.text()));
    console.line("  " + advice.advice.text());
    if (advice.remedy)
        for (const std::string& setting : advice.remedy->settings)
            console.line(fmt::format("    --set {}", setting));
    if (advice.machineRemedy)
        console.line(fmt::format("    {}{}", advice.machineRemedy->leftOut ? "without " : "", advice.machineRemedy->option));
}

} // namespace netsmith::cli
