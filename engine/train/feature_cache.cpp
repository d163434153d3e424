#include "engine/train/feature_cache.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::train {
namespace {

data::FieldSpec featureSpec(const CachedFeature& feature)
{
    const FieldType field = feature.field();
    return {.name = field.name, .type = field.type, .shape = field.shape};
}

/// Whether the epochs' programs read a field.
bool readsInEpochs(const LogicalPlan& plan, const std::string& tensor)
{
    const int row = plan.state.find(tensor);
    if (row < 0)
        return false;
    return std::ranges::any_of(plan.state.rows[static_cast<std::size_t>(row)].programs, [&](int program) {
        const std::string& name = plan.programs[static_cast<std::size_t>(program)].name;
        return name != programs::trainFeatures && name != programs::evaluateFeatures;
    });
}

std::string tensorOf(std::string_view prefix, const std::string& field)
{
    return std::string(prefix) + '/' + field;
}

} // namespace

std::int64_t featureBytes(std::span<const CachedFeature> features, std::int64_t samples)
{
    std::int64_t bytes = 0;
    for (const CachedFeature& feature : features)
        bytes += featureSpec(feature).bytesOf(samples);
    return bytes;
}

bool cachesFeatures(const Fingerprint& fingerprint)
{
    return fingerprint.contains(std::string(featureCacheCondition));
}

FeatureCache::FeatureCache(const TrainingData& data, std::span<const CachedFeature> features, const LogicalPlan& plan,
                           std::int64_t memory)
    : m_features(features.begin(), features.end())
    , m_bytes(featureBytes(features, data.extent().samples))
    , m_validates(!data.validation.empty())
    , m_room(m_bytes, memory)
{
    addPart("train", programs::trainFeatures, data.trainSplit(), plan);
    if (m_validates)
        addPart("evaluate", programs::evaluateFeatures, data.validationSplit(), plan, data.heldOut);
}

/// Parts that read the same split, of which each has its own samples, share the features' bytes.
void FeatureCache::addPart(std::string_view stream, std::string_view program, const data::DataSplit& split, const LogicalPlan& plan,
                           bool sharesFirst)
{
    Part part{.stream = stream, .program = program, .read = {}, .bytes = {}};
    for (const data::Field& field : split.fields)
        if (readsInEpochs(plan, tensorOf(stream, field.spec.name)))
            part.read.fields.push_back(field);
    part.read.mapped = (split.mapped && !part.read.fields.empty()) || m_room.isOnDisk();
    for (const CachedFeature& feature : m_features) {
        if (sharesFirst) {
            part.read.fields.push_back(m_parts[0].read.field(feature.field().name));
            continue;
        }
        data::NewField made = m_room.makeField(featureSpec(feature), split.count());
        part.read.fields.push_back(std::move(made.field));
        part.bytes.push_back(made.bytes);
    }
    if (sharesFirst)
        part.bytes = m_parts[0].bytes;
    m_parts.push_back(std::move(part));
}

DataExtent FeatureCache::extent() const
{
    DataExtent extent = extentOf(m_parts[0].read, m_validates);
    if (m_parts.size() > 1 && m_parts[1].bytes != m_parts[0].bytes) {
        const data::DataSplit& other = m_parts[1].read;
        extent.samples += other.count();
        extent.bytes += other.bytes();
        extent.copiedBytes += other.copiedBytes();
        extent.mapped = extent.mapped || other.mapped;
    }
    return extent;
}

void FeatureCache::compute(CompiledNetwork& network, const TrainingData& data, std::int64_t window, const PreparingWatch& watch)
{
    const std::int64_t total = data.trainCount() + data.validationCount();
    network.bind("train", data.trainSplit(), data.train, window);
    computePart(m_parts[0], network, data.train, watch, 0, total);
    if (m_parts.size() > 1) {
        network.bind("evaluate", data.validationSplit(), data.validation, window);
        computePart(m_parts[1], network, data.validation, watch, data.trainCount(), total);
    }
}

void FeatureCache::computePart(const Part& part, CompiledNetwork& network, std::span<const std::int32_t> order,
                               const PreparingWatch& watch, std::int64_t done, std::int64_t total)
{
    const auto count = static_cast<std::int64_t>(order.size());
    std::array<std::int64_t, control::counterCount> counters{};
    std::vector<double> numbers;
    for (std::int64_t first = 0; first < count; first += network.batch()) {
        watch.tell(PreparingStage::compiling, Message(NS_MESSAGE("prepare.features", "Computing the outputs of frozen layers")),
                   done + first, total);
        const std::int64_t size = std::min(network.batch(), count - first);
        const CompiledNetwork::Sized& sized = network.at(size);
        network.stage(part.stream, first, size);
        counters[control::position] = first;
        network.state().writeCounters(part.stream, counters).take();
        const int program = sized.plan.programIndex(part.program);
        sized.executable->run(std::span(&program, 1), 1, {}, {}).take();
        network.checkRead(part.stream);
        for (std::size_t i = 0; i < m_features.size(); ++i) {
            const std::int64_t elements = m_features[i].shape.elements();
            numbers.resize(static_cast<std::size_t>(size * elements));
            sized.executable->read(sized.plan.findTensor(tensorOf(part.program, m_features[i].field().name)), numbers).take();
            auto* const features = reinterpret_cast<float*>(part.bytes[i]);
            for (std::int64_t row = 0; row < size; ++row)
                std::transform(numbers.begin() + row * elements, numbers.begin() + (row + 1) * elements,
                               features + order[static_cast<std::size_t>(first + row)] * elements,
                               [](double number) { return static_cast<float>(number); });
        }
    }
    for (const CachedFeature& feature : m_features)
        m_room.settle(part.read.field(feature.field().name).all());
}

void FeatureCache::bind(CompiledNetwork& network, const TrainingData& data, std::int64_t window) const
{
    for (const Part& part : m_parts) {
        const bool trains = part.stream == "train";
        network.bind(part.stream, part.read, trains ? data.train : data.validation, window);
        for (const data::Field& field : (trains ? data.trainSplit() : data.validationSplit()).fields) {
            const std::string tensor = tensorOf(part.stream, field.spec.name);
            if (network.plan().state.find(tensor) < 0 || readsInEpochs(network.plan(), tensor))
                continue;
            const std::int64_t elements = field.spec.shape.elements();
            network.state().bind(tensor, {field.spec.type, 1, elements, field.bytes.get(), field.spec.stride}).take();
        }
    }
}

} // namespace netsmith::train
