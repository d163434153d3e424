#include "engine/backend/loader.h"
#include "engine/plan/checks/image_chain.h"
#include "engine/transforms/registry.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace test_draws {

using namespace netsmith;

namespace {

using Values = std::vector<double>;
using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t batch = 4;
/// Samples drawn before the batch: its third one is the first whose number needs more than 32 bits.
constexpr std::int64_t drawnBefore = (std::int64_t{1} << 32) - 2;

Sizes sizesOf(const Shape& shape)
{
    Sizes sizes;
    for (int axis = 0; axis < static_cast<int>(shape.rank()); ++axis)
        sizes.push_back(shape[axis]);
    return sizes;
}

/// input_1 → `between`, if given → flatten_1 → dense_1 → softmax_1, for images of the shape.
Project projectOf(const Shape& shape, const std::optional<Node>& between)
{
    Project project = test::sample("mnist_mlp");
    project.training.seed = 1;
    project.graph = Graph{};
    std::string last;
    const auto add = [&](Node node) {
        if (!last.empty())
            project.graph.edges.push_back({{last, "output"}, {node.id, "input"}, Json::object()});
        last = node.id;
        project.graph.nodes.push_back(std::move(node));
    };
    add({.id = "input_1", .layer = "input", .title = {}, .parameters = {{"shape", sizesOf(shape)}}});
    if (between)
        add(*between);
    add({.id = "flatten_1", .layer = "flatten", .title = {}, .parameters = {}});
    add({.id = "dense_1", .layer = "dense", .title = {}, .parameters = {{"units", std::int64_t{10}}}});
    add({.id = "softmax_1", .layer = "softmax", .title = {}, .parameters = {}});
    return project;
}

/// The input of flatten_1 in a training step on images with these bytes, sample by sample.
std::vector<Values> arrivingAtFlatten(const Project& project, const std::string& device, const Shape& shape,
                                      std::vector<std::byte> images)
{
    const std::vector<FieldType> fields{{"image", shape, DataType::u8, 0}, {"label", {}, DataType::u8, 10}};
    const auto seed = static_cast<std::uint64_t>(project.training.seed);
    const LogicalPlan plan = buildPlan({project, catalog(), fields}, {.batch = batch, .fuse = false, .seed = seed});
    Backend& backend = *backendFor(device).take();
    const auto state = backend.createState(plan).take();
    const auto executable = backend.compile(plan, *state, {.fuse = false, .keepAll = true}).take();
    const std::array<std::byte, batch> labels{};
    const std::array<std::int32_t, batch> order{0, 1, 2, 3};
    state->bind("train/image", {DataType::u8, batch, shape.elements(), images.data()}).take();
    state->bind("train/label", {DataType::u8, batch, 1, labels.data()}).take();
    state->bind("train/order", {DataType::i32, batch, 1, order.data()}).take();
    std::array<std::int64_t, control::counterCount> counters{};
    counters[control::samples] = drawnBefore;
    state->writeCounters("train", counters).take();

    const int program = plan.programIndex(programs::forwardBackward);
    const std::vector<Op>& ops = plan.programs[static_cast<std::size_t>(program)].ops;
    executable->runOps(program, 0, static_cast<int>(ops.size())).take();
    const auto flatten = std::ranges::find_if(ops, [](const Op& op) { return op.origin == std::vector<std::string>{"flatten_1"}; });
    const TensorId arriving = flatten->inputs[0];
    Values all(static_cast<std::size_t>(plan.tensor(arriving).shape.elements()));
    executable->read(arriving, all).take();
    std::vector<Values> samples;
    for (auto begin = all.begin(); begin != all.end(); begin += std::ssize(all) / batch)
        samples.emplace_back(begin, begin + std::ssize(all) / batch);
    return samples;
}

/// Each number to the digits that f32 computes the same everywhere; a line a sample.
QString textOf(const std::vector<Values>& samples)
{
    QStringList lines;
    for (const Values& sample : samples) {
        QStringList words;
        for (const double value : sample)
            words << QString::number(value, 'f', 4);
        lines << words.join(' ');
    }
    return lines.join('\n');
}

bool areNear(const std::vector<Values>& a, const std::vector<Values>& b)
{
    return std::ranges::equal(a, b, [](const Values& x, const Values& y) {
        return std::ranges::equal(x, y, [](double one, double other) { return std::abs(one - other) < 2e-4; });
    });
}

void compare(const std::vector<Values>& got, const std::vector<Values>& wanted)
{
    QVERIFY2(areNear(got, wanted), qPrintable("got\n" + textOf(got)));
}

void addRows(const std::vector<std::string>& names)
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("name");
    for (const std::string& name : names)
        for (const char* device : {"reference", "cpu"})
            QTest::addRow("%s, %s", name.c_str(), device) << device << QString::fromStdString(name);
}

struct DrawingLayer {
    Shape shape;
    ParameterMap parameters;
    std::vector<Values> wanted; ///< for images that are 1 everywhere, the first numbers of each sample
};

const std::map<std::string, DrawingLayer>& drawingLayers()
{
    static const std::map<std::string, DrawingLayer> layers{
        {"alpha_dropout",
         {{2, 3, 1},
          {{"rate", 0.5}},
          {{-0.7792, 1.6656, 1.6656, 1.6656, -0.7792, 1.6656},
           {1.6656, 1.6656, 1.6656, -0.7792, -0.7792, -0.7792},
           {-0.7792, -0.7792, 1.6656, 1.6656, -0.7792, 1.6656},
           {1.6656, 1.6656, 1.6656, 1.6656, -0.7792, -0.7792}}}},
        {"dropout",
         {{2, 3, 1},
          {{"rate", 0.5}},
          {{0.0, 2.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 0.0, 0.0, 0.0},
           {0.0, 0.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 2.0, 0.0, 0.0}}}},
        {"gaussian_dropout",
         {{2, 3, 1},
          {{"rate", 0.2}},
          {{0.586, 0.9108, 0.9209, 0.0424, 0.8781, 0.8149},
           {1.2017, -0.5654, 0.5456, 1.5873, 1.334, 1.3062},
           {0.8272, 1.3909, 0.3661, 0.4367, 0.971, 0.8854},
           {0.9162, 0.3551, 1.6325, 0.7624, 0.786, 1.1187}}}},
        {"gaussian_noise",
         {{2, 3, 1},
          {{"stddev", 1.0}},
          {{0.1721, 0.8215, 0.8418, -0.9152, 0.7562, 0.6298},
           {1.4033, -2.1307, 0.0911, 2.1746, 1.6679, 1.6124},
           {0.6544, 1.7819, -0.2678, -0.1267, 0.9419, 0.7708},
           {0.8323, -0.2899, 2.2649, 0.5247, 0.572, 1.2375}}}},
        {"spatial_dropout1d",
         {{2, 6},
          {{"rate", 0.5}},
          {{0.0, 2.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 0.0, 0.0, 0.0},
           {0.0, 0.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 2.0, 0.0, 0.0}}}},
        {"spatial_dropout2d",
         {{2, 2, 6},
          {{"rate", 0.5}},
          {{0.0, 2.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 0.0, 0.0, 0.0},
           {0.0, 0.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 2.0, 0.0, 0.0}}}},
        {"spatial_dropout3d",
         {{2, 2, 2, 6},
          {{"rate", 0.5}},
          {{0.0, 2.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 0.0, 0.0, 0.0},
           {0.0, 0.0, 2.0, 2.0, 0.0, 2.0},
           {2.0, 2.0, 2.0, 2.0, 0.0, 0.0}}}},
    };
    return layers;
}

std::vector<std::byte> onesOf(const Shape& shape)
{
    return std::vector<std::byte>(static_cast<std::size_t>(batch * shape.elements()), std::byte{255});
}

struct DrawingTransform {
    ParameterMap parameters;
    Values wanted; ///< `measureOf` each sample's image
};

const std::map<std::string, DrawingTransform>& drawingTransforms()
{
    static const std::map<std::string, DrawingTransform> table{
        {"cut_mix", {{{"alpha", 1.0}}, {0.2588, 0.2697, 0.2762, 0.3277}}},
        {"gaussian_noise", {{{"stddev", 0.5}}, {0.5009, 0.4923, 0.528, 0.5504}}},
        {"mix_up", {{{"alpha", 1.0}}, {0.3054, 0.2847, 0.2889, 0.3115}}},
        {"random_brightness", {{}, {0.0964, 0.1127, 0.3462, 0.3003}}},
        {"random_contrast", {{{"factor", 0.9}}, {0.2469, 0.2988, 0.2895, 0.2874}}},
        {"random_crop", {{}, {0.2841, 0.2053, 0.3179, 0.2681}}},
        {"random_erasing", {{}, {0.2328, 0.2191, 0.2947, 0.3286}}},
        {"random_flip", {{}, {0.2003, 0.2627, 0.2572, 0.2886}}},
        {"random_gaussian_blur", {{{"largest", 5.0}}, {0.231, 0.2591, 0.2929, 0.327}}},
        {"random_grayscale", {{{"factor", 0.5}}, {0.2032, 0.2627, 0.2947, 0.2933}}},
        {"random_hue", {{{"factor", 0.5}}, {0.2209, 0.2122, 0.3191, 0.3572}}},
        {"random_perspective", {{}, {0.2088, 0.229, 0.2315, 0.3038}}},
        {"random_rotation", {{}, {0.2126, 0.2597, 0.2939, 0.2837}}},
        {"random_saturation", {{{"factor", 0.9}}, {0.2452, 0.2425, 0.2781, 0.3105}}},
        {"random_shear", {{}, {0.2286, 0.2553, 0.2891, 0.32}}},
        {"random_translation", {{}, {0.207, 0.2272, 0.2588, 0.2907}}},
        {"random_zoom", {{{"keep_aspect", false}}, {0.2217, 0.2411, 0.2426, 0.3234}}},
    };
    return table;
}

const Shape picture{32, 32, 3};

/// Chequered gradients that differ by sample, channel and side.
std::vector<std::byte> pictures()
{
    std::vector<std::byte> bytes;
    for (int n = 0; n < batch; ++n)
        for (int row = 0; row < 32; ++row)
            for (int column = 0; column < 32; ++column)
                for (int c = 0; c < 3; ++c)
                    bytes.push_back(
                        static_cast<std::byte>(3 * row + 2 * column + 20 * c + 8 * n + 15 * ((row / 4 + column / 4) % 2)));
    return bytes;
}

/// One number that changes with any change of a picture: the mean of its squares, with weights that grow to the right, downwards
/// and from channel to channel.
double measureOf(const Values& image, const Shape& shape)
{
    double sum = 0.0, weights = 0.0;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        const auto weight =
            static_cast<double>(1 + place / (shape[1] * shape[2]) + 2 * (place / shape[2] % shape[1]) + 20 * (place % shape[2]));
        sum += weight * image[i] * image[i];
        weights += weight;
    }
    return sum / weights;
}

/// The measure of each picture of the batch after the transforms.
std::vector<Values> measured(const std::vector<Component>& transforms, const std::string& device)
{
    Project project = projectOf(picture, std::nullopt);
    project.data.transforms = transforms;
    const Shape shape = transformedShape(project, catalog(), picture);
    project.graph.find("input_1")->parameters["shape"] = sizesOf(shape);
    Values measures;
    for (const Values& image : arrivingAtFlatten(project, device, picture, pictures()))
        measures.push_back(measureOf(image, shape));
    return {measures};
}

} // namespace

/// What a training step draws for its layers and images. The numbers here were recorded from the program once: runs are compared
/// and repeated across versions, so the streams' keys, counters and order of words must not change.
class TestDraws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersDrawAsEver_data();
    void layersDrawAsEver();
    void layersInBlocksDrawByTheirPath_data();
    void layersInBlocksDrawByTheirPath();
    void transformsDrawAsEver_data();
    void transformsDrawAsEver();
    void transformsDrawByTheirPlace_data();
    void transformsDrawByTheirPlace();
};

void TestDraws::layersDrawAsEver_data()
{
    std::vector<std::string> names;
    for (const auto& [name, layer] : drawingLayers())
        names.push_back(name);
    addRows(names);
}

void TestDraws::layersDrawAsEver()
{
    QFETCH(QString, device);
    QFETCH(QString, name);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    const DrawingLayer& layer = drawingLayers().at(name.toStdString());
    const Project project =
        projectOf(layer.shape, Node{.id = "drawing", .layer = name.toStdString(), .title = {}, .parameters = layer.parameters});
    std::vector<Values> got = arrivingAtFlatten(project, device.toStdString(), layer.shape, onesOf(layer.shape));
    for (Values& sample : got)
        sample.resize(6);
    compare(got, layer.wanted);
}

void TestDraws::layersInBlocksDrawByTheirPath_data()
{
    addRows({"use/drawing"});
}

/// A layer within a block draws by the id of the block's use and its own.
void TestDraws::layersInBlocksDrawByTheirPath()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    const Shape shape{2, 3, 1};
    Project project =
        projectOf(shape, Node{.id = "use", .layer = "block", .title = {}, .parameters = {{"block", std::string("noise")}}});
    Block block{.id = "noise", .title = {}};
    block.nodes.push_back({.id = "drawing", .layer = "gaussian_noise", .title = {}, .parameters = {{"stddev", 1.0}}});
    block.edges = {{{"", "input"}, {"drawing", "input"}, Json::object()}, {{"drawing", "output"}, {"", "output"}, Json::object()}};
    project.graph.blocks.push_back(block);
    compare(arrivingAtFlatten(project, device.toStdString(), shape, onesOf(shape)),
            {{2.1761, 0.9742, -1.0531, 0.65, 1.3502, 1.3243},
             {-1.0984, 3.1784, 1.295, 2.6654, -1.2704, 1.105},
             {-0.3581, 2.4205, 1.1252, 1.0463, 0.396, 0.5752},
             {3.2584, 2.0677, 0.8199, 0.2378, 1.3069, 2.0805}});
}

void TestDraws::transformsDrawAsEver_data()
{
    std::vector<std::string> names;
    for (const TransformSpec& transform : transforms())
        if (transform.augments || transform.id == "random_crop") // which is also used for its size
            names.push_back(transform.id);
    addRows(names);
}

void TestDraws::transformsDrawAsEver()
{
    QFETCH(QString, device);
    QFETCH(QString, name);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    QVERIFY2(drawingTransforms().contains(name.toStdString()), "the transform needs a row of numbers above");
    const auto& [parameters, wanted] = drawingTransforms().at(name.toStdString());
    compare(measured({{name.toStdString(), parameters, Json::object()}}, device.toStdString()), {wanted});
}

void TestDraws::transformsDrawByTheirPlace_data()
{
    addRows({"data.transforms/1/random_brightness"});
}

/// The second of two has a stream of its own.
void TestDraws::transformsDrawByTheirPlace()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    const Component none{"random_brightness", {{"factor", 0.0}}, Json::object()}, some{"random_brightness", {}, Json::object()};
    compare(measured({none, some}, device.toStdString()), {{0.2809, 0.229, 0.4131, 0.3572}});
}

NETSMITH_TEST(TestDraws)

} // namespace test_draws

#include "test_draws.moc"
