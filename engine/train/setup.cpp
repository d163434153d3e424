#include "engine/predict/memory_check.h"
#include "engine/train/setup.h"

#include "engine/catalog/catalog.h"
#include "engine/data/order.h"
#include "engine/data/source.h"
#include "engine/predict/field_types.h"
#include "engine/predict/size_text.h"
#include "engine/train/project_checks.h"

#include <algorithm>

namespace netsmith::train {

DeviceInfo deviceNamed(Backend& backend, std::string_view name)
{
    std::vector<DeviceInfo> devices = backend.devices();
    if (devices.empty())
        throw Error(ErrorKind::input, NS_MESSAGE("device.none", "the backend \"{0}\" has no device here; choose another one"),
                    backend.name());
    const auto found = std::ranges::find(devices, name, &DeviceInfo::id);
    return found == devices.end() ? devices.front() : *found;
}

std::vector<Message> checkTraining(const CheckedProject& checked, std::int64_t trainSamples, const DeviceInfo& device)
{
    checked.requireOk();
    std::vector<Message> warnings;
    for (const Problem& problem : checked.problems())
        warnings.push_back(problem.message);
    const Project& project = checked.project();
    const TrainingSettings& training = project.training;
    if (training.batch > trainSamples)
        throw Error(ErrorKind::input, batchTooLarge(training.batch, trainSamples));
    const TrainingLength length = trainingLength(training, trainSamples);
    const LearningRates rates(training, length);
    rates.at(0);
    rates.at(std::max<std::int64_t>(length.totalSteps - 1, 0));
    const Precision precision = precisionFrom(training.precision);
    for (const PrecisionSupport& support : device.precisions)
        if (support.precision == precision && support.available && support.note)
            warnings.emplace_back(NS_MESSAGE("precision.note", "{0} on {1}: {2}"), training.precision, device.id, *support.note);
    const auto& known = data::sources();
    const auto source = std::ranges::find(known, project.data.source, [](const data::Source* each) { return each->info().id; });
    const bool changed = project.data.subtract != 0.0 || (project.data.divide != 0.0 && project.data.divide != 1.0);
    if (source != known.end() && (*source)->info().standardised && changed)
        warnings.emplace_back(NS_MESSAGE("train.standardised",
                                         "the numbers of {0} are standardized already, and become too small for a network; set "
                                         "data.subtract and data.divide to 0"),
                              titleOf((*source)->info()));
    return warnings;
}

TrainingSetup::TrainingSetup(const Project& project, LoadedData loaded, Backend& backend, const CompileOptions& compile,
                             const PreparingWatch& watch, std::int64_t samplesAtOnce, bool featureCache)
    : m_backend(backend)
    , m_compile(compile)
    , m_data(divideData(project, std::move(loaded)))
    , m_device(deviceNamed(backend, project.training.device))
    , m_checked(checkProject(project, fieldTypes(m_data.trainSplit())))
    , m_warnings(checkTraining(m_checked, m_data.trainCount(), m_device))
    , m_rates(m_checked.project().training, length())
{
    const std::vector<Message>& ofData = m_data.loaded.set.warnings;
    m_warnings.insert(m_warnings.end(), ofData.begin(), ofData.end());
    if (featureCache)
        cacheFeatures();
    const std::int64_t step = batch() * project.training.gradientAccumulationSteps;
    const DataPlacement source = placeData(m_data.extent(), step, m_device, samplesAtOnce);
    const DataExtent read = m_cache ? m_cache->extent() : m_data.extent();
    m_sourceWindow = source.window;
    m_placement = m_cache ? placeData(read, step, m_device, samplesAtOnce) : source;
    if (m_placement.window > 0)
        m_warnings.push_back(wordsOf(m_placement, read, m_device));
    const std::vector<std::int64_t> batches = batchesFor(batch(), m_data.trainCount(), m_data.validationCount());
    m_memory = checkMemory(backend, m_device, request(), batches, watch, std::max(source.ofDevice, m_placement.ofDevice));
    m_memory.data = std::max(m_memory.data, source.bytes) + (m_cache ? m_cache->bytes() : 0);
    try {
        m_network = std::make_unique<CompiledNetwork>(backend, request(), batches, watch);
        watch.throwIfStopped();
        m_metrics = MetricTable(m_network->plan(), project);
        if (!m_cache) {
            m_network->bind("train", m_data.trainSplit(), m_data.train, m_placement.window);
            if (validates())
                m_network->bind("evaluate", m_data.validationSplit(), m_data.validation, m_placement.window);
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::resources)
            throw;
        throw Error(ErrorKind::resources, outOfMemory());
    }
    m_compile.tunedAlgorithms = nullptr; // they belong to the caller
}

NetworkRequest TrainingSetup::request() const
{
    return {m_checked, precisionFrom(project().training.precision), m_compile, {}, {}, m_features};
}

/// Nothing is cached where there is no room for it.
void TrainingSetup::cacheFeatures()
{
    m_features = frozenPart(m_checked).features;
    if (m_features.empty())
        return;
    try {
        m_cache.emplace(m_data, m_features, planFor(request(), batch()));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::resources)
            throw;
        m_features.clear();
    }
}

void TrainingSetup::computeFeatures(const PreparingWatch& watch)
{
    if (!m_cache)
        return;
    m_cache->compute(*m_network, m_data, m_sourceWindow, watch);
    m_cache->bind(*m_network, m_data, m_placement.window);
}

std::vector<data::FieldSpec> TrainingSetup::fieldSpecs() const
{
    std::vector<data::FieldSpec> specs;
    for (const data::Field& field : m_data.trainSplit().fields)
        specs.push_back(field.spec);
    return specs;
}

std::unique_ptr<ObservedNetwork> TrainingSetup::observe()
{
    return std::make_unique<ObservedNetwork>(m_backend, deviceNamed(m_backend, m_device.id), request(), *m_network, fieldSpecs());
}

Message TrainingSetup::outOfMemory()
{
    const std::int64_t left = deviceNamed(m_backend, m_device.id).memoryFree;
    m_network.reset();
    const std::int64_t free = deviceNamed(m_backend, m_device.id).memoryFree;
    // The memory beyond the plan, for recorded steps and libraries, is needed by the next run too.
    const bool alone = m_placement.ofDevice > 0; // otherwise other programs also allocate and free memory
    const std::int64_t beyond = alone ? std::max<std::int64_t>(0, free - left - m_memory.total()) : 0;
    const std::int64_t needed = m_memory.total() + beyond;
    const std::int64_t fits = largestBatch(m_backend, request(), batch() - 1, free - m_placement.ofDevice - beyond);
    constexpr auto smaller = NS_MESSAGE("memory.ran_out",
                                        "{0} ran out of memory: training with a batch of {1} needs {2}, and {3} is free there "
                                        "now; a batch of {4} fits");
    constexpr auto passing = NS_MESSAGE("memory.ran_out_passing",
                                        "{0} ran out of memory: training with a batch of {1} needs {2}, and {3} is free there "
                                        "now, so another program may have used it for a while; try again, or with a batch of "
                                        "{4}");
    constexpr auto never = NS_MESSAGE("memory.ran_out_never",
                                      "{0} ran out of memory: training with a batch of {1} needs {2}, and {3} is free there now; "
                                      "no smaller batch fits: make the network smaller or close other programs");
    return Message(fits == 0           ? never
                       : needed < free ? passing
                                       : smaller,
                   m_device.id, batch(), sizeText(needed), sizeText(free), fits)
        .with({.cause = MessageFacts::Cause::deviceMemory, .setting = "batch", .batch = fits});
}

void TrainingSetup::beginEpoch(std::int64_t epoch)
{
    const auto seed = static_cast<std::uint64_t>(project().training.seed);
    m_order = project().data.shuffle ? data::epochOrder(m_data.train, seed, static_cast<std::uint32_t>(epoch)) : m_data.train;
    m_network->bindOrder("train", m_order);
}

} // namespace netsmith::train
