#include "engine/fields/element.h"
#include "engine/graph/project/settings.h"
#include "engine/interop/scripts/script.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace netsmith::interop {
namespace {

/// The fields that inputs and losses read, each once, and whether inputs do.
std::vector<std::pair<std::string, bool>> fieldsInUse(const CheckedProject& project)
{
    std::vector<std::pair<std::string, bool>> names;
    const auto add = [&](const std::string& name, bool isInput) {
        if (std::ranges::find(names, name, &std::pair<std::string, bool>::first) == names.end())
            names.emplace_back(name, isInput);
    };
    for (const Node& node : project.flat().graph.nodes)
        if (const LayerSpec* spec = project.catalog().layers->find(node.layer); spec && readsField(*spec))
            add(inputField(node, *spec), true);
    for (const Objective& objective : project.flat().training.objectives)
        if (objective.learnsField())
            add(objective.target, false);
    return names;
}

/// A sample's numbers with the channels before the positions.
template <class T>
void moveChannels(std::span<T> sample, const Shape& shape)
{
    const auto channels = static_cast<std::size_t>(shape[-1]), points = sample.size() / channels;
    const std::vector<T> old(sample.begin(), sample.end());
    for (std::size_t point = 0; point < points; ++point)
        for (std::size_t channel = 0; channel < channels; ++channel)
            sample[channel * points + point] = old[point * channels + channel];
}

} // namespace

std::vector<std::byte> dataArrays(const CheckedProject& project, ScriptFramework framework, std::span<const ScriptSamples> samples)
{
    std::deque<std::vector<float>> numbers;
    std::deque<std::vector<std::int64_t>> classes;
    std::vector<TensorView> tensors;
    for (const ScriptSamples& part : samples)
        for (const auto& [name, isInput] : fieldsInUse(project)) {
            const data::Field& field = part.split->field(name);
            const Shape& shape = field.spec.shape;
            const bool moves = framework == ScriptFramework::pytorch && shape.rank() > 2;
            std::vector<std::int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
            if (moves)
                std::rotate(sizes.begin(), sizes.end() - 1, sizes.end());
            if (isInput && sizes.empty())
                sizes.push_back(1); // one number a sample enters as a vector of it
            sizes.insert(sizes.begin(), static_cast<std::int64_t>(part.order.size()));
            TensorView tensor{.name = part.name + "/" + name, .type = DataType::f32, .shape = Shape(sizes), .bytes = {}};
            if (field.spec.classes > 0) {
                std::vector<std::int64_t>& values = classes.emplace_back();
                for (const std::int32_t sample : part.order)
                    data::eachElement(field.spec.type, field.sample(sample),
                                      [&](double value) { values.push_back(static_cast<std::int64_t>(value)); });
                tensor.type = DataType::i64;
                tensor.bytes = std::as_bytes(std::span(values));
            } else {
                const InputScale scale = isInput ? inputScale(project.project().data, field.spec.type, shape, 0) : InputScale();
                const auto subtract = static_cast<float>(scale.subtract), divide = static_cast<float>(scale.divide);
                std::vector<float>& values = numbers.emplace_back();
                for (const std::int32_t sample : part.order) {
                    const std::size_t start = values.size();
                    data::eachElement(field.spec.type, field.sample(sample),
                                      [&](double value) { values.push_back((static_cast<float>(value) - subtract) / divide); });
                    if (moves)
                        moveChannels(std::span(values).subspan(start), shape);
                }
                tensor.bytes = std::as_bytes(std::span(values));
            }
            tensors.push_back(std::move(tensor));
        }
    return writeSafetensors(tensors, {});
}

} // namespace netsmith::interop
