#include "engine/inspect/weights/layer_weights.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/core/files/mapped_file.h"
#include "engine/ops/control.h"
#include "engine/predict/compiled_network.h"
#include "engine/predict/field_types.h"
#include "engine/predict/saved_run.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace netsmith::inspect {
namespace {

const std::string averageEnding = "/average";

/// The moving average of an array, which predictions use instead of it.
WeightFacts averageOf(WeightFacts facts)
{
    facts.id += averageEnding;
    facts.name += averageEnding;
    return facts;
}

std::optional<data::FieldSpec> tokensOf(const WeighedLayer& layer, std::span<const data::FieldSpec> fields)
{
    const auto found = std::ranges::find(fields, layer.field, &data::FieldSpec::name);
    return layer.field.empty() || found == fields.end() ? std::nullopt : std::optional(*found);
}

/// Numbers of a state from `first` on.
WeightArray arrayIn(State& state, Arena arena, std::int64_t first, WeightFacts facts)
{
    WeightArray array{.facts = std::move(facts)};
    const auto count = static_cast<std::size_t>(array.facts.shape.elements());
    auto numbers = std::make_shared<std::vector<float>>(count);
    if (state.numbers() == DataType::f32) {
        state.readBytes(arena, first, std::as_writable_bytes(std::span(*numbers))).take();
    } else {
        std::vector<double> exact(count);
        state.readPart(arena, first, exact).take();
        std::ranges::transform(exact, numbers->begin(), [](double number) { return static_cast<float>(number); });
    }
    array.numbers = *numbers;
    array.owner = std::move(numbers);
    return array;
}

} // namespace

const WeightArray* LayerWeights::find(std::string_view name) const
{
    const auto found = std::ranges::find_if(arrays, [&](const WeightArray& array) { return array.facts.name == name; });
    return found == arrays.end() ? nullptr : &*found;
}

std::int64_t LayerWeights::count() const
{
    std::int64_t all = 0;
    for (const WeightArray& array : arrays)
        all += std::ssize(array.numbers);
    return all;
}

LayerWeights weightsIn(CompiledNetwork& network, const CheckedProject& project, std::span<const data::FieldSpec> fields,
                       std::string_view node, std::int64_t most)
{
    const std::vector<WeighedLayer> layers = weighedLayers(project);
    LayerWeights weights{.layer = weighedLayer(layers, project, node)};
    std::int64_t count = 0;
    for (const WeightFacts& facts : weights.layer.arrays)
        count += facts.shape.elements();
    if (count > most)
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("weights.large",
                               "the {0:weight|weights} of \"{1}\" are too many to be shown while the network is in memory, up to "
                               "{2} are; \"netsmith-cli weights\" reads them from a checkpoint"),
                    count, weights.layer.node, most);
    const LogicalPlan& plan = network.plan();
    for (const WeightFacts& facts : weights.layer.arrays) {
        const bool isStatistic = facts.use == WeightUse::statistic;
        const Segment* segment = (isStatistic ? plan.statistics : plan.parameters).find(facts.id);
        if (!segment)
            continue;
        const Arena arena = isStatistic ? Arena::statistics : Arena::weights;
        if (plan.state.find(arena) >= 0)
            weights.arrays.push_back(arrayIn(network.state(), arena, segment->offset, facts));
        if (!isStatistic && plan.averages && plan.state.find(Arena::average) >= 0)
            weights.arrays.push_back(arrayIn(network.state(), Arena::average, segment->offset, averageOf(facts)));
    }
    weights.tokens = tokensOf(weights.layer, fields);
    return weights;
}

WeightArray weightArray(const WeightFacts& facts, const SafetensorsFile& arrays, const std::string& file)
{
    const TensorView* found = arrays.find(facts.id);
    if (!found)
        refuse(NS_MESSAGE("weights.missing", "{0} has no weights \"{1}\"; it belongs to another network: use another checkpoint"),
               file, facts.id);
    if (found->shape != facts.shape || (found->type != DataType::f32 && found->type != DataType::f64))
        refuse(
            NS_MESSAGE("weights.other_network",
                       "{0}: the weights \"{1}\" are {2} of {3}, and this network has {4} of f32; it belongs to another network: "
                       "use another checkpoint"),
            file, facts.id, found->shape.text(), std::string(nameOf(found->type)), facts.shape.text());
    WeightArray array{.facts = facts};
    const auto count = static_cast<std::size_t>(facts.shape.elements());
    const std::byte* bytes = found->bytes.data();
    if (found->type == DataType::f32 && reinterpret_cast<std::uintptr_t>(bytes) % alignof(float) == 0) {
        array.numbers = {reinterpret_cast<const float*>(bytes), count};
        array.owner = arrays.content;
        return array;
    }
    auto numbers = std::make_shared<std::vector<float>>(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (found->type == DataType::f32) {
            std::memcpy(&(*numbers)[i], bytes + i * sizeof(float), sizeof(float));
            continue;
        }
        double number = 0.0;
        std::memcpy(&number, bytes + i * sizeof(double), sizeof(double));
        (*numbers)[i] = static_cast<float>(number);
    }
    array.numbers = *numbers;
    array.owner = std::move(numbers);
    return array;
}

void stopIfRequested(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Error(ErrorKind::failed,
                    Message(NS_MESSAGE("weights.stopped", "stopped before all weights were read"))
                        .with({.cause = MessageFacts::Cause::cancelled}));
}

struct RunWeights::Content {
    std::filesystem::path run;
    SavedRun saved;
    CheckedProject checked;
    std::vector<WeighedLayer> layers;
};

RunWeights::RunWeights(const std::filesystem::path& path)
    : m_content(std::make_unique<Content>())
{
    m_content->run = checkpointPlace(path).run;
    m_content->saved = openSavedRun(path, {});
    // As in training: the data may no longer be available.
    m_content->checked = CheckedProject(m_content->saved.project, catalog(), fieldTypes(m_content->saved.record.fields));
    m_content->layers = weighedLayers(m_content->checked);
}

RunWeights::RunWeights(RunWeights&&) noexcept = default;
RunWeights::~RunWeights() = default;

const std::filesystem::path& RunWeights::run() const
{
    return m_content->run;
}

const std::filesystem::path& RunWeights::checkpoint() const
{
    return m_content->saved.checkpoint.folder;
}

std::int64_t RunWeights::step() const
{
    return control::stepsTaken(m_content->saved.checkpoint.state.position.counters);
}

const std::vector<WeighedLayer>& RunWeights::layers() const
{
    return m_content->layers;
}

const WeighedLayer& RunWeights::layer(std::string_view node) const
{
    return weighedLayer(m_content->layers, m_content->checked, node);
}

LayerWeights RunWeights::weightsOf(const WeighedLayer& layer) const
{
    LayerWeights weights{.layer = layer, .step = step()};
    const SafetensorsFile& file = m_content->saved.checkpoint.weights;
    for (const WeightFacts& facts : layer.arrays) {
        // The state that a layer carries from batch to batch is not always kept.
        if (facts.use == WeightUse::statistic && !file.find(facts.id))
            continue;
        weights.arrays.push_back(weightArray(facts, file, checkpoint().string()));
        if (const WeightFacts average = averageOf(facts); file.find(average.id))
            weights.arrays.push_back(weightArray(average, file, checkpoint().string()));
    }
    weights.tokens = tokensOf(layer, m_content->saved.record.fields);
    return weights;
}

bool RunWeights::hasArray(std::string_view id) const
{
    return m_content->saved.checkpoint.weights.find(id) != nullptr;
}

void RunWeights::checkRead() const
{
    m_content->saved.checkpoint.weights.checkWhole();
}

} // namespace netsmith::inspect
