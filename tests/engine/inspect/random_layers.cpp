#include "tests/engine/inspect/random_layers.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/layers/registry.h"

#include <algorithm>
#include <cmath>

namespace netsmith::test {
namespace {

constexpr std::int64_t batch = 2;
constexpr int attempts = 300;

std::int64_t within(RandomStream& random, std::int64_t least, std::int64_t most)
{
    return least + static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(most - least + 1)));
}

/// Nothing: it keeps its default.
std::optional<ParameterValue> randomValue(const ParameterSpec& spec, RandomStream& random)
{
    switch (spec.type) {
    case ParameterType::boolean: return random.below(2) == 0;
    case ParameterType::choice: return spec.choices[random.below(static_cast<std::uint32_t>(spec.choices.size()))].id;
    case ParameterType::integer: return within(random, std::max(-2.0, spec.hard->minimum) > 0 ? 1 : -1, 6);
    case ParameterType::real: return spec.usual->minimum + random.uniform() * (spec.usual->maximum - spec.usual->minimum);
    case ParameterType::sizes: {
        std::vector<std::int64_t> sizes;
        for (int i = 0; i < spec.maximumSizes; ++i)
            sizes.push_back(within(random, spec.hard->minimum > 0.0 ? 1 : 0, 3));
        return sizes;
    }
    default: return std::nullopt;
    }
}

Array randomArray(const Shape& shape, RandomStream& random, bool isClass, bool isPositive)
{
    Array array{shape, {}};
    for (std::int64_t i = 0; i < shape.elements(); ++i)
        array.values.push_back(isClass          ? static_cast<double>(random.below(9))
                                   : isPositive ? 0.2 + random.uniform()
                                                // As FP32 has them, which the CPU reads.
                                                : static_cast<double>(static_cast<float>(random.normal())));
    return array;
}

std::vector<Shape> sampleShapes(const LayerInput& input)
{
    std::vector<Shape> shapes;
    for (const Array& array : input.inputs)
        shapes.push_back(array.shape.withoutBatch());
    return shapes;
}

} // namespace

std::optional<LayerInput> randomLayer(const LayerSpec& layer, std::uint64_t seed, bool training)
{
    RandomStream random(seed, 17);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        LayerInput input{.layer = layer.id,
                         .parameters = {},
                         .training = training,
                         .inputs = {},
                         .weights = {},
                         .statistics = {},
                         .upstream = {}};
        for (const ParameterSpec& spec : layer.parameters)
            if (const auto value = randomValue(spec, random); value && random.below(3) > 0)
                if (!problemOf(spec, *value) && spec.name != layer.keepsState)
                    input.parameters[spec.name] = *value;
        std::vector<std::int64_t> sizes;
        for (std::int64_t axis = within(random, 1, 4); axis > 0; --axis)
            sizes.push_back(within(random, 1, 7));
        std::vector<Shape> shapes(layer.inputs[0].many ? static_cast<std::size_t>(within(random, 2, 4)) : layer.neededInputs(),
                                  Shape(std::span<const std::int64_t>(sizes)));
        const bool hasMask = !layer.inputs[0].many && layer.neededInputs() < layer.inputs.size() && random.below(2) == 0;
        if (hasMask)
            shapes.emplace_back(Shape{sizes[0]});
        std::vector<Shape> outputs;
        try {
            outputs = layer.shapes(input.parameters, shapes);
        } catch (const Error&) {
            continue;
        }
        inspect::LayerProgram program("node", shapes, training, 7);
        layer.lower(input.parameters, program);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            input.inputs.push_back(randomArray(shapes[i].withBatch(batch), random, !layer.classesTaken.empty(), false));
            if (hasMask && i == shapes.size() - 1)
                for (double& step : input.inputs.back().values)
                    step = random.below(3) == 0 ? 0.0 : 1.0;
        }
        for (const TensorInfo& info : program.tensors())
            if (info.role == Role::segment && !info.name.empty()) {
                const std::string name = info.name.substr(info.name.find('.') + 1);
                const Array array = randomArray(info.shape, random, false, name.find("variance") != std::string::npos);
                input.weights.try_emplace(name, array); // a view of it has its name, too
                input.statistics.try_emplace(name, array);
            }
        return input;
    }
    return std::nullopt;
}

ExplainedLayer::ExplainedLayer(const LayerInput& input, std::int64_t sample)
    : m_input(input)
    , m_program("node", sampleShapes(input), input.training, 7)
{
    layers().find(input.layer)->lower(input.parameters, m_program);
    m_reader = std::make_unique<inspect::ProgramReader>(
        m_program.tensors(), m_program.program(), [this](const TensorInfo& info, std::int64_t first, std::span<double> out) {
            const std::vector<double>& values = m_input.weights.at(info.name.substr(info.name.find('.') + 1)).values;
            std::copy_n(values.begin() + first, out.size(), out.begin());
        });
    m_reader->draw = sample;
    for (std::size_t i = 0; i < input.inputs.size(); ++i) {
        const auto size = static_cast<std::size_t>(input.inputs[i].shape.withoutBatch().elements());
        const std::span<const double> all = input.inputs[i].values;
        m_reader->give(m_program.inputs()[i], "input" + std::to_string(i),
                       all.subspan(static_cast<std::size_t>(sample) * size, size));
    }
}

} // namespace netsmith::test
