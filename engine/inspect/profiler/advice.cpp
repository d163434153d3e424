#include "engine/inspect/profiler/advice.h"

#include "engine/inspect/amount_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

constexpr double leastSaved = 0.05; // of the time, to be worth a word
constexpr double leastOfBatch = 0.25; // which changes what is learnt, too

std::int64_t percentOf(double share)
{
    return static_cast<std::int64_t>(std::lround(100.0 * share));
}

/// What a kernel does, within a sentence.
Message wordsOf(const ProfiledKernel& kernel)
{
    switch (kernel.part) {
    case StepPart::data: return Message(NS_MESSAGE("profiler.of_data", "gathering samples"));
    case StepPart::update: return Message(NS_MESSAGE("profiler.of_update", "updating the weights"));
    case StepPart::forward:
        return kernel.layer().empty() ? Message(NS_MESSAGE("profiler.of_no_layer", "a kernel of no layer, {0}"), kernel.op)
                                      : Message(NS_MESSAGE("profiler.of_forward", "the forward pass of {0}"), kernel.layer());
    case StepPart::backward: break;
    }
    if (kernel.layer().empty())
        return Message(NS_MESSAGE("profiler.of_no_layer", "a kernel of no layer, {0}"), kernel.op);
    if (kernel.op.ends_with("_backward_weights"))
        return Message(NS_MESSAGE("profiler.of_weight_gradient", "the weight gradient of {0}"), kernel.layer());
    if (kernel.op.ends_with("_backward_data"))
        return Message(NS_MESSAGE("profiler.of_input_gradient", "the input gradient of {0}"), kernel.layer());
    return Message(NS_MESSAGE("profiler.of_gradient", "the gradient of {0}"), kernel.layer());
}

/// "62 % of a step is the weight gradient of conv2d_2, at 71 % of the device's peak": the limit is the one that it is closer to.
Message shareOf(const ProfiledKernel& kernel, double share, const DeviceLimits& limits)
{
    const double ofPeak = limits.flops > 0.0 ? kernel.rate() / limits.flops : 0.0;
    const double ofBandwidth = limits.bandwidth > 0.0 ? kernel.traffic() / limits.bandwidth : 0.0;
    if (ofBandwidth > 1.0 && ofBandwidth > ofPeak)
        return Message(NS_MESSAGE("profiler.share_cached", "{0} % of a step is {1}, whose numbers stay in the device's caches."),
                       percentOf(share), wordsOf(kernel));
    if (ofPeak >= ofBandwidth && ofPeak > 0.0)
        return Message(NS_MESSAGE("profiler.share_of_peak", "{0} % of a step is {1}, at {2} % of the device's peak."),
                       percentOf(share), wordsOf(kernel), percentOf(ofPeak));
    if (ofBandwidth > 0.0)
        return Message(NS_MESSAGE("profiler.share_of_bandwidth", "{0} % of a step is {1}, at {2} % of the memory's bandwidth."),
                       percentOf(share), wordsOf(kernel), percentOf(ofBandwidth));
    return Message(NS_MESSAGE("profiler.share", "{0} % of a step is {1}."), percentOf(share), wordsOf(kernel));
}

std::optional<Advice> adviceOn(const TrainingProfile& profile, const Alternative& alternative)
{
    // Reading the set counts for an epoch's part where that is what may be saved.
    const double before = profile.epoch() + (alternative.slowness == Slowness::decoding ? profile.decoding() : 0.0);
    const double after = before * alternative.ratio, share = 1.0 - alternative.ratio;
    if (share < (alternative.slowness == Slowness::smallBatch ? leastOfBatch : leastSaved))
        return std::nullopt;
    Advice advice;
    advice.slowness = alternative.slowness;
    advice.saves = before - after;
    advice.share = share;
    const Message now = durationWords(before), then = durationWords(after, before);
    switch (alternative.slowness) {
    case Slowness::smallBatch:
        advice.finding =
            Message(NS_MESSAGE("profiler.small_batch",
                               "A batch of {0} leaves {1} idle part of the time: with {2} an epoch takes {3} instead of {4}."),
                    profile.batch, profile.device, alternative.value, then, now);
        advice.advice =
            Message(NS_MESSAGE("profiler.small_batch.advice",
                               "Use a larger batch; it makes fewer steps of an epoch, for which the learning rate may be higher."));
        advice.remedy = Remedy{Message(NS_MESSAGE("profiler.remedy.batch", "Use a batch of {0}"), alternative.value),
                               {fmt::format("training.batch={}", alternative.value)},
                               {}};
        break;
    case Slowness::singlePrecision:
        advice.finding = Message(NS_MESSAGE("profiler.single_precision", "In BF16 an epoch takes {0} instead of {1}."), then, now);
        advice.advice = Message(
            NS_MESSAGE("profiler.single_precision.advice",
                       "Train in BF16: weights, losses and sums stay in FP32, and the precision twin shows the difference."));
        advice.remedy = Remedy{Message(NS_MESSAGE("profiler.remedy.bf16", "Train in BF16")), {"training.precision=bf16"}, {}};
        break;
    case Slowness::fewThreads:
        advice.finding = Message(
            NS_MESSAGE("profiler.few_threads",
                       "{0:thread computes|threads compute}: with {1}, one for each core, an epoch takes {2} instead of {3}."),
            profile.threads, alternative.value, then, now);
        advice.advice =
            Message(NS_MESSAGE("profiler.few_threads.advice", "Let it use all cores, unless other programs need them as much."));
        advice.machineRemedy = MachineRemedy{.name = Message(NS_MESSAGE("profiler.remedy.threads", "Use all cores")),
                                             .option = "--threads",
                                             .leftOut = true,
                                             .threads = 0};
        break;
    case Slowness::noFusion:
        advice.finding = Message(
            NS_MESSAGE("profiler.no_fusion", "Operations are not fused: with fused ones an epoch takes {0} instead of {1}."), then,
            now);
        advice.advice =
            Message(NS_MESSAGE("profiler.no_fusion.advice", "Fuse them again; the results are the same up to rounding."));
        advice.machineRemedy = MachineRemedy{.name = Message(NS_MESSAGE("profiler.remedy.fusion", "Fuse operations")),
                                             .option = "--no-fusion",
                                             .leftOut = true,
                                             .fuse = true};
        break;
    case Slowness::loading:
        advice.finding = Message(NS_MESSAGE("profiler.loading",
                                            "{0} waits {1} % of the time for samples, which are loaded {2} at a time during "
                                            "training: all in memory, an epoch would take {3} instead of {4}."),
                                 profile.device, percentOf(share), alternative.value, then, now);
        if (!profile.wholeFits) {
            advice.advice =
                Message(NS_MESSAGE("profiler.loading.advice",
                                   "Keep the set in memory: close other programs, or use smaller pictures or fewer samples."));
            break;
        }
        advice.advice = Message(NS_MESSAGE("profiler.loading.whole", "Keep the set in memory: there is room for all of it."));
        advice.machineRemedy = MachineRemedy{.name = Message(NS_MESSAGE("profiler.remedy.whole", "Keep the set in memory")),
                                             .option = fmt::format("--data-placement {}", idOf(train::SamplePlacement::whole)),
                                             .placement = train::SamplePlacement::whole};
        break;
    case Slowness::decoding:
        advice.finding =
            Message(NS_MESSAGE("profiler.decoding",
                               "The set is not mapped but decoded whenever a training starts: that takes {0}, {1} % of a "
                               "training of {2:epoch|epochs}."),
                    durationWords(profile.reading), percentOf(share), profile.epochs);
        advice.advice = Message(NS_MESSAGE("profiler.decoding.advice",
                                           "Keep what was decoded on the disk, from where the next training maps it into memory."));
        advice.remedy =
            Remedy{Message(NS_MESSAGE("profiler.remedy.cache", "Cache the decoded set")), {"data.source.cache=true"}, {}};
        break;
    }
    return advice;
}

} // namespace

std::vector<Advice> adviceOn(const TrainingProfile& profile, const std::vector<Alternative>& alternatives)
{
    std::vector<Advice> all;
    const auto add = [&](const Alternative& alternative) {
        if (auto advice = adviceOn(profile, alternative))
            all.push_back(std::move(*advice));
    };
    if (profile.samplesAtOnce > 0 && profile.step > 0.0)
        add({Slowness::loading, profile.samplesAtOnce, std::max(0.0, 1.0 - profile.staging / profile.step)});
    if (const double decoding = profile.decoding(); decoding > 0.0)
        add({Slowness::decoding, 0, profile.epoch() / (profile.epoch() + decoding)});
    std::ranges::for_each(alternatives, add);
    std::ranges::stable_sort(all, std::ranges::greater(), &Advice::saves);
    return all;
}

std::vector<Message> findingsOn(const TrainingProfile& profile)
{
    constexpr std::size_t mostKernels = 3;
    constexpr double leastOfKernel = 0.1;
    const double all = std::max(profile.sum(), profile.step);
    if (!(all > 0.0))
        return {};
    std::vector<ProfiledKernel> longest;
    double data = profile.staging, update = 0.0;
    for (const ProfiledKernel& kernel : profile.kernels) {
        if (kernel.part == StepPart::data)
            data += kernel.total();
        else if (kernel.part == StepPart::update)
            update += kernel.total();
        else if (kernel.total() >= leastOfKernel * all)
            longest.push_back(kernel);
    }
    std::ranges::stable_sort(longest, std::ranges::greater(), &ProfiledKernel::total);
    longest.resize(std::min(longest.size(), mostKernels));
    std::vector<std::pair<double, Message>> findings;
    for (const ProfiledKernel& kernel : longest)
        findings.emplace_back(kernel.total(), shareOf(kernel, kernel.total() / all, profile.limits));
    if (data >= leastOfKernel * all)
        findings.emplace_back(
            data,
            Message(NS_MESSAGE("profiler.data_share", "{0} % of a step is loading, gathering and transforming samples."),
                    percentOf(data / all)));
    if (update >= leastOfKernel * all)
        findings.emplace_back(
            update,
            Message(NS_MESSAGE("profiler.update_share",
                               "{0} % of a step is updating the weights, whatever the batch: a larger batch means fewer steps."),
                    percentOf(update / all)));
    if (const double outside = profile.step - profile.sum(); outside >= leastSaved * all)
        findings.emplace_back(
            outside,
            Message(NS_MESSAGE("profiler.outside", "{0} % of a step passes outside of its kernels."), percentOf(outside / all)));
    std::ranges::stable_sort(findings, std::ranges::greater(), [](const auto& finding) { return finding.first; });
    std::vector<Message> words;
    for (auto& [seconds, message] : findings)
        words.push_back(std::move(message));
    if (const std::vector<StepBuffer> peak = buffersAtPeak(profile); !peak.empty()) {
        double sum = 0.0;
        for (const StepBuffer& buffer : peak)
            sum += static_cast<double>(buffer.bytes);
        const StepBuffer& largest = peak.front();
        words.push_back(
            largest.layer.empty()
                ? Message(NS_MESSAGE("profiler.peak", "Activations and workspaces need {0} at most."), sizeWords(sum))
                : Message(NS_MESSAGE("profiler.peak_of", "Activations and workspaces need {0} at most, of which {1} has {2}."),
                          sizeWords(sum), largest.layer, sizeWords(static_cast<double>(largest.bytes))));
    }
    return words;
}

} // namespace netsmith::inspect
