#include "engine/inspect/forecast.h"

#include "engine/data/split.h"
#include "engine/train/catalog.h"

#include <algorithm>

namespace netsmith::inspect {

SampleCounts sampleCounts(const Project& project, const data::Source& source)
{
    const data::SourceInfo& info = source.info();
    std::int64_t sampleBytes = 0;
    for (const data::FieldSpec& field : source.fields())
        sampleBytes += field.sampleBytes();
    if (project.data.validation == "split") {
        const std::int64_t heldOut = data::heldOutCount(info.trainCount, project.data.validationShare);
        return {info.trainCount - heldOut, heldOut, info.trainCount * sampleBytes};
    }
    const std::int64_t validation = project.data.validation == "test" ? info.testCount : 0;
    return {info.trainCount, validation, (info.trainCount + validation) * sampleBytes};
}

SampleCounts sampleCounts(const train::TrainingData& data)
{
    return {data.trainCount(), data.validationCount(), data.bytes()};
}

MemoryUse memoryForecast(const Project& project, std::span<const FieldType> fields, const SampleCounts& counts, Backend& backend,
                         bool fuse, const train::PreparingWatch& watch)
{
    const train::NetworkRequest request{project, fields, train::precisionFrom(project.training.precision), fuse};
    const auto batches = train::batchesFor(project.training.batch, counts.train, counts.validation);
    MemoryUse use = train::forecastMemory(backend, request, batches, watch);
    use.data = std::max(use.data, counts.bytes);
    return use;
}

} // namespace netsmith::inspect
