#include "tests/engine/compress/drawn_network.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/compress/importance/importance.h"
#include "engine/core/philox.h"
#include "engine/predict/field_types.h"
#include "engine/predict/network_prediction.h"
#include "engine/store/arena_arrays.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>

namespace netsmith::test {
namespace {

constexpr std::int64_t samples = 4;

/// The arrays as numbers of one file.
SafetensorsFile changed(const SafetensorsFile& file, const std::function<void(const std::string&, std::span<double>)>& change)
{
    const auto content = std::make_shared<std::deque<std::vector<double>>>();
    SafetensorsFile out{.content = content, .tensors = file.tensors, .metadata = file.metadata};
    for (TensorView& array : out.tensors) {
        std::vector<double>& numbers = content->emplace_back(compress::numbersIn(file, array.name));
        change(array.name, numbers);
        array.type = DataType::f64;
        array.bytes = std::as_bytes(std::span(numbers));
    }
    return out;
}

class Drawing {
public:
    explicit Drawing(std::uint64_t seed)
        : m_random(seed, 5)
    {
    }

    Project draw()
    {
        std::string last = m_sketch.add("conv2d", {"input"}, filters(width()));
        for (int i = 0; i < 6; ++i)
            last = next(last);
        last = pick(2) == 0 ? m_sketch.add("flatten", {last}) : m_sketch.add("global_average_pooling2d", {last});
        last = m_sketch.add("dense", {last}, units(width()));
        (void)m_sketch.add("dense", {last}, units(3, "softmax"));
        return m_sketch.project();
    }

private:
    std::uint32_t pick(std::uint32_t bound) { return m_random.below(bound); }
    std::int64_t width() { return 4 + static_cast<std::int64_t>(pick(3)) * 2; }

    std::string convolved(const std::string& from, std::int64_t count)
    {
        m_channels = count;
        return m_sketch.add("conv2d", {from}, filters(count));
    }

    std::string next(const std::string& from)
    {
        switch (pick(9)) {
        case 0: return m_sketch.add("relu", {m_sketch.add("batch_normalization", {from})});
        case 1: { // a residual
            const std::string first = convolved(from, width());
            const std::string second = m_sketch.add("relu", {m_sketch.add("batch_normalization", {first})});
            return m_sketch.add("add", {m_sketch.add("conv2d", {second}, filters(m_channels)), first});
        }
        case 2: { // a join
            const std::string left = m_sketch.add("relu", {m_sketch.add("conv2d", {from}, filters(width()))});
            const std::string right = m_sketch.add("conv2d", {from}, filters(width(), 1));
            return m_sketch.add("batch_normalization", {m_sketch.add("concatenate", {left, right, from})});
        }
        case 3:
            return m_sketch.add("depthwise_conv2d", {from}, {{"padding", std::string("same")}, {"depth_multiplier", multiplier()}});
        case 4:
            return m_sketch.add("separable_conv2d", {from},
                                {{"padding", std::string("same")}, {"filters", width()}, {"depth_multiplier", multiplier()}});
        case 5: { // groups
            const std::string before = m_sketch.add("conv2d", {from}, filters(8));
            return m_sketch.add("relu",
                                {m_sketch.add("conv2d", {before}, filters(pick(2) == 0 ? 8 : 12, 3, pick(2) == 0 ? 2 : 4))});
        }
        case 6: { // as many groups as channels
            const std::string before = m_sketch.add("conv2d", {from}, filters(6));
            return m_sketch.add("conv2d", {before}, filters(pick(2) == 0 ? 6 : 12, 3, 6));
        }
        case 7:
            return m_sketch.add(
                "prelu", {m_sketch.add("conv2d_transpose", {from}, {{"padding", std::string("same")}, {"filters", width()}})});
        default: {
            const std::string made = m_sketch.add("conv2d", {from}, filters(width()));
            return m_sketch.add("max_pooling2d", {made}, {{"padding", std::string("same")}, {"strides", sizes(1)}});
        }
        }
    }

    static std::vector<std::int64_t> sizes(std::int64_t size) { return {size, size}; }
    std::int64_t multiplier() { return 1 + static_cast<std::int64_t>(pick(2)); }

    NetworkSketch m_sketch;
    RandomStream m_random;
    std::int64_t m_channels = 0;
};

} // namespace

ParameterMap filters(std::int64_t count, std::int64_t kernel, std::int64_t groups)
{
    return {{"filters", count},
            {"kernel_size", std::vector<std::int64_t>{kernel, kernel}},
            {"padding", std::string("same")},
            {"groups", groups}};
}

ParameterMap units(std::int64_t count, const std::string& activation)
{
    return {{"units", count}, {"activation", activation}};
}

NetworkSketch::NetworkSketch()
{
    m_project.title = "drawn";
    m_project.data.source = "drawn";
    m_project.data.validation = "none";
    m_project.graph.nodes.push_back({.id = "input", .layer = "input", .version = 1, .title = {}, .parameters = {}});
    m_project.graph.nodes.back().parameters["shape"] = std::vector<std::int64_t>{8, 8, 2};
}

std::string NetworkSketch::add(const std::string& layer, const std::vector<std::string>& from, ParameterMap parameters)
{
    const std::string id = layer + "_" + std::to_string(++m_counts[layer]);
    m_project.graph.nodes.push_back({.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)});
    const LayerSpec* spec = catalog().layers->find(layer);
    for (const std::string& each : from)
        m_project.graph.edges.push_back({{each, "output"}, {id, spec->inputs[0].name}, Json::object()});
    return id;
}

Project randomProject(std::uint64_t seed)
{
    return Drawing(seed).draw();
}

std::vector<data::FieldSpec> imageFields()
{
    return {{.name = "image", .type = DataType::f32, .shape = {8, 8, 2}},
            {.name = "label", .type = DataType::u8, .shape = {}, .classes = 3}};
}

CheckedProject checkedImages(Project project)
{
    CheckedProject checked(std::move(project), catalog(), fieldTypes(imageFields()));
    checked.requireOk();
    return checked;
}

SafetensorsFile drawnWeights(const CheckedProject& project, std::uint64_t seed)
{
    Backend& backend = *backendFor("reference").take();
    CompiledNetwork network(backend, {project, Precision::fp32, {}, {programs::predict}}, {samples});
    network.drawWeights();
    RandomStream random(seed, 6);
    return changed(captureWeights(network.state(), network.plan()), [&](const std::string& name, std::span<double> numbers) {
        const bool positive = name.ends_with("variance");
        for (double& number : numbers)
            number += positive ? random.uniform() : random.uniform(-0.5, 0.5);
    });
}

std::vector<float> predictions(const CheckedProject& project, const SafetensorsFile& weights)
{
    Backend& backend = *backendFor("reference").take();
    CompiledNetwork network(backend, {project, Precision::fp32, {.fuse = false}, {programs::predict}}, {samples});
    restoreWeights(network.state(), network.plan(), weights, "drawn");
    NetworkPrediction prediction(network, project.project(), imageFields());
    auto [image, bytes] = data::makeField(prediction.inputs()[0], samples);
    RandomStream random(1, 7);
    for (std::size_t i = 0; i < image.all().size() / sizeof(float); ++i) {
        const auto number = static_cast<float>(random.normal());
        std::memcpy(bytes + i * sizeof(float), &number, sizeof number);
    }
    return prediction.predict(std::vector{image}).front();
}

SafetensorsFile withoutFilters(const compress::Structure& structure, const std::vector<bool>& removed,
                               const SafetensorsFile& weights)
{
    return changed(weights, [&](const std::string& name, std::span<double> numbers) {
        const auto axes = structure.arrays.find(name);
        if (axes == structure.arrays.end() || name.find("moving") != std::string::npos)
            return;
        const compress::ChannelAxis& made = axes->second.front();
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (const int group = made.groups[i / static_cast<std::size_t>(made.stride) % made.groups.size()];
                group >= 0 && removed[static_cast<std::size_t>(group)])
                numbers[i] = 0.0;
    });
}

std::pair<CheckedProject, SafetensorsFile> shrunk(const CheckedProject& project, const compress::Structure& structure,
                                                  const std::vector<bool>& removed, const SafetensorsFile& weights)
{
    CheckedProject smaller = checkedImages(compress::shrunkProject(project, structure, removed));
    SafetensorsFile file = parseSafetensors(compress::shrunkWeights(smaller, structure, removed, weights), "shrunk").take();
    return {std::move(smaller), std::move(file)};
}

train::JudgedSamples someImages()
{
    constexpr std::int64_t count = 8;
    auto [image, pixels] = data::makeField(imageFields()[0], count);
    auto [label, classes] = data::makeField(imageFields()[1], count);
    train::JudgedSamples judged;
    for (std::int64_t sample = 0; sample < count; ++sample) {
        classes[sample] = static_cast<std::byte>(sample % 2);
        for (std::int64_t i = 0; i < 128; ++i) {
            const float x = i % 2 == sample % 2 ? 1.0f : 0.0f;
            std::memcpy(pixels + (sample * 128 + i) * 4, &x, 4);
        }
        judged.samples.push_back(static_cast<std::int32_t>(sample));
    }
    judged.split = {{std::move(image), std::move(label)}};
    return judged;
}

SavedRun runOf(const Project& project, SafetensorsFile weights)
{
    SavedRun run{.project = project, .record = {}, .checkpoint = {}};
    run.project.training.device = "reference";
    run.project.training.batch = 3;
    run.record.fields = imageFields();
    run.checkpoint.weights = std::move(weights);
    return run;
}

std::string errorOf(const std::function<void()>& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

SafetensorsFile arraysFile(const std::vector<std::tuple<std::string, Shape, std::vector<float>>>& arrays)
{
    std::vector<TensorView> views;
    for (const auto& [name, shape, numbers] : arrays)
        views.push_back({name, DataType::f32, shape, std::as_bytes(std::span(numbers))});
    return parseSafetensors(writeSafetensors(views, {}), "arrays").take();
}

} // namespace netsmith::test
