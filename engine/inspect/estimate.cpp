#include "engine/inspect/estimate.h"
#include "engine/predict/memory_check.h"

#include "engine/catalog/catalog.h"
#include "engine/predict/size_text.h"
#include "engine/train/feature_cache.h"
#include "engine/train/project_checks.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {

namespace {

/// Adds samples that are not read yet. Of a text's fields, which share memory, the longest counts: the others extend past its end
/// by a few tokens.
void addSplit(SampleCounts& counts, const std::vector<data::FieldSpec>& fields, std::int64_t samples, bool mapped)
{
    data::DataSplit split{.fields = {}, .mapped = mapped};
    std::int64_t shared = 0;
    for (const data::FieldSpec& field : fields) {
        split.fields.push_back({field, samples, nullptr});
        const std::int64_t bytes = field.bytesOf(samples);
        const bool ofText = field.stride > 0 && field.classes > 0;
        counts.bytes += ofText ? std::max<std::int64_t>(bytes - shared, 0) : bytes;
        shared = ofText ? std::max(shared, bytes) : shared;
    }
    counts.loaded += samples;
    counts.mapped = mapped;
    counts.slotBytes = split.slotBytes();
    counts.copiedBytes += split.copiedBytes();
}

train::DataExtent extentOf(const SampleCounts& counts)
{
    return {counts.loaded, counts.bytes, counts.mapped, counts.validation > 0, counts.slotBytes, counts.copiedBytes};
}

SampleCounts publishedCounts(const Project& project, const data::Source& source)
{
    const data::SourceInfo& info = source.info();
    const std::string& validation = project.data.validation;
    if (validation == "split" || validation == "stratified" || validation == "file") {
        const std::int64_t heldOut = train::heldOutSamples(project, source);
        SampleCounts counts{info.trainCount - heldOut, heldOut};
        addSplit(counts, source.fields(), info.trainCount, info.mayMap);
        return counts;
    }
    const std::int64_t judging = validation == "test" ? info.testCount : 0;
    SampleCounts counts{info.trainCount, judging};
    addSplit(counts, source.fields(), info.trainCount, info.mayMap);
    addSplit(counts, source.fields(), judging, info.mayMap);
    return counts;
}

/// Of a step of the first phase.
double stepFlops(const LogicalPlan& plan)
{
    double flops = 0.0;
    for (const std::string_view program : {programs::forwardBackward, programs::update})
        for (const Op& op : plan.program(program).ops)
            flops += costOf(op, plan.tensors).flops;
    return flops;
}

} // namespace

SampleCounts sampleCounts(const Project& project, const data::Source& source)
{
    SampleCounts counts = publishedCounts(project, source);
    const std::int64_t batch = project.training.batch;
    if (batch > 0 && train::keepsStates(project)) // whole batches alone
        for (std::int64_t* samples : {&counts.train, &counts.validation})
            *samples -= *samples >= batch ? *samples % batch : 0;
    return counts;
}

SampleCounts sampleCounts(const train::TrainingData& data)
{
    const train::DataExtent extent = data.extent();
    return {data.trainCount(), data.validationCount(), extent.bytes,      extent.samples,
            extent.mapped,     extent.slotBytes,       extent.copiedBytes};
}

train::DataPlacement placementOf(const Project& project, const SampleCounts& counts, const DeviceInfo& device)
{
    const TrainingSettings& training = project.training;
    return train::placeData(extentOf(counts), training.batch * training.gradientAccumulationSteps, device);
}

train::DataPlacement placementOf(const Project& project, const SampleCounts& counts, Backend& backend)
{
    return placementOf(project, counts, train::deviceNamed(backend, project.training.device));
}

std::optional<Message> placementWords(const Project& project, const SampleCounts& counts, Backend& backend)
{
    const train::DataPlacement placement = placementOf(project, counts, backend);
    if (placement.window == 0)
        return std::nullopt;
    return wordsOf(placement, extentOf(counts), train::deviceNamed(backend, project.training.device));
}

MemoryUse memoryEstimate(const CheckedProject& checked, const SampleCounts& counts, Backend& backend, bool fuse,
                         const PreparingWatch& watch)
{
    const Project& project = checked.project();
    NetworkRequest request{checked, precisionFrom(project.training.precision), {.fuse = fuse, .measures = false}};
    request.features = frozenPart(checked).features;
    const auto batches = batchesFor(project.training.batch, counts.train, counts.validation);
    MemoryUse use = estimateMemory(backend, request, batches, watch);
    use.data =
        std::max(use.data, placementOf(project, counts, backend).bytes) + train::featureBytes(request.features, counts.loaded);
    return use;
}

FeatureSavings featureSavings(const NetworkRequest& request, const SampleCounts& counts)
{
    FrozenPart part = frozenPart(request.project);
    FeatureSavings savings{.features = std::move(part.features), .words = std::move(part.obstacle)};
    if (savings.features.empty())
        return savings;
    savings.bytes = train::featureBytes(savings.features, counts.loaded);
    NetworkRequest cached = request;
    cached.features = savings.features;
    const std::int64_t batch = request.project.project().training.batch;
    const double whole = stepFlops(planFor(request, batch)), rest = stepFlops(planFor(cached, batch));
    savings.flops = whole > 0.0 ? 1.0 - rest / whole : 0.0;
    savings.words = Message(NS_MESSAGE("feature_cache.saves",
                                       "the outputs of frozen layers are computed once and kept, {0} for {1:sample|samples}, which "
                                       "saves {2} % of each step's FLOPs"),
                            sizeText(savings.bytes), counts.loaded, std::floor(savings.flops * 1000.0) / 10.0);
    return savings;
}

} // namespace netsmith::inspect
