#include "engine/backend/loader.h"
#include "engine/core/philox.h"
#include "engine/ops/warp.h"
#include "engine/ops/warp_boxes.h"
#include "engine/plan/checks/image_chain.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <numeric>

namespace test_varying_fields {

using namespace netsmith;

namespace {

using Values = std::vector<double>;

constexpr std::int64_t height = 6, width = 8, most = 3, batch = 16;

struct Box {
    int left, top, right, bottom;
    bool operator==(const Box&) const = default;
};

/// Pictures with up to three boxes side by side, each filled with a number of its own.
struct BoxedPictures {
    std::vector<float> images, boxes;
    std::vector<std::int32_t> counts, order;

    BoxedPictures()
        : images(batch * height * width)
        , boxes(batch * most * 5)
        , counts(batch)
        , order(batch)
    {
        RandomStream random(5, 1);
        std::iota(order.begin(), order.end(), 0);
        for (int n = 0; n < batch; ++n) {
            counts[static_cast<std::size_t>(n)] = n % (most + 1);
            for (int m = 0; m < counts[static_cast<std::size_t>(n)]; ++m) {
                const int left = m * 3, top = static_cast<int>(random.below(height - 1));
                const Box box{left, top, left + 1 + static_cast<int>(random.below(2)),
                              top + 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(height - top)))};
                for (int i = box.top; i < box.bottom; ++i)
                    for (int j = box.left; j < box.right; ++j)
                        images[static_cast<std::size_t>((n * height + i) * width + j)] = static_cast<float>(m + 1) / 4;
                const std::array<int, 5> row{box.left, box.top, box.right, box.bottom, 10 * n + m};
                std::ranges::copy(row, boxes.begin() + (n * most + m) * 5);
            }
        }
    }
};

/// The bounding box of the pixels of a number; nothing where there are none.
std::optional<Box> seen(std::span<const double> image, std::int64_t columns, double number)
{
    std::optional<Box> box;
    for (int at = 0; at < std::ssize(image); ++at) {
        if (image[static_cast<std::size_t>(at)] != number)
            continue;
        const int i = at / static_cast<int>(columns), j = at % static_cast<int>(columns);
        if (!box)
            box = Box{j, i, j + 1, i + 1};
        box = Box{std::min(box->left, j), std::min(box->top, i), std::max(box->right, j + 1), std::max(box->bottom, i + 1)};
    }
    return box;
}

Component transform(const std::string& id, ParameterMap parameters)
{
    return {id, std::move(parameters)};
}

Node node(const std::string& id, const std::string& layer, ParameterMap parameters = {})
{
    Node made;
    made.id = id;
    made.layer = layer;
    made.parameters = std::move(parameters);
    return made;
}

Edge wire(const std::string& from, const std::string& to)
{
    return {{from, "output"}, {to, "input"}, Json::object()};
}

/// Predicts the rows of a picture's boxes.
Project boxProject(std::vector<Component> transforms, const std::vector<std::int64_t>& image)
{
    Project project;
    project.graph.nodes = {node("input", "input", {{"shape", image}, {"field", std::string("image")}}), node("flat", "flatten"),
                           node("dense", "dense", {{"units", most * 5}}),
                           node("rows", "reshape", {{"target_shape", std::vector<std::int64_t>{most, 5}}})};
    project.graph.edges = {wire("input", "flat"), wire("flat", "dense"), wire("dense", "rows")};
    project.training.objectives = {Objective{}};
    project.training.objectives[0].loss.id = "mean_squared_error";
    project.training.objectives[0].target = "boxes";
    project.data.transforms = std::move(transforms);
    project.data.divide = 1.0;
    return project;
}

std::vector<FieldType> boxFields()
{
    FieldType boxes{"boxes", {most, 5}, DataType::f32};
    boxes.areBoxes = true;
    boxes.lengths = "count";
    return {{"image", {height, width, 1}, DataType::f32}, boxes, {"count", {}, DataType::i32}};
}

} // namespace

/// Fields whose samples differ in length, and those that move with the picture.
class TestVaryingFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boxesMoveWithThePicture_data();
    void boxesMoveWithThePicture();
    void onlyRowsThatCountAreLearned_data();
    void onlyRowsThatCountAreLearned();
    void misfitsAreRefused();
};

void TestVaryingFields::boxesMoveWithThePicture_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("ways");
    for (const char* device : {"reference", "cpu"})
        for (const char* ways : {"flip", "crop", "flip crop", "crop flip", "larger", "crop larger flip", "bright flip", "still"})
            QTest::addRow("%s, %s", device, ways) << device << ways;
}

void TestVaryingFields::boxesMoveWithThePicture()
{
    QFETCH(const QString, device);
    QFETCH(const QString, ways);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    const std::map<QString, Component> known{
        {"flip", transform("random_flip", {{"mode", std::string("horizontal_and_vertical")}})},
        {"crop", transform("random_crop", {{"size", std::vector<std::int64_t>{3, 4}}})},
        {"larger", transform("resizing", {{"size", std::vector<std::int64_t>{12, 16}}, {"interpolation", std::string("nearest")}})},
        {"bright", transform("random_brightness", {{"factor", 0.0}})},
    };
    std::vector<Component> transforms;
    for (const QString& way : ways.split(' '))
        if (const auto found = known.find(way); found != known.end())
            transforms.push_back(found->second);
    Shape shape{height, width, 1};
    Project project = boxProject(transforms, {height, width, 1});
    shape = transformedShape(project, catalog(), shape);
    project = boxProject(transforms, {shape[0], shape[1], 1});
    const CheckedProject checked(project, catalog(), boxFields());
    QVERIFY2(checked.ok(), checked.ok() ? "" : checked.problems()[0].message.text().c_str());
    const LogicalPlan plan = buildPlan(checked, {.batch = batch});
    Backend& backend = *backendFor(device.toStdString()).take();
    const auto state = backend.createState(plan).take();
    const auto executable = backend.compile(plan, *state, {.keepAll = true}).take();
    const BoxedPictures data;
    state->bind("train/image", {DataType::f32, batch, height * width, data.images.data()}).take();
    state->bind("train/boxes", {DataType::f32, batch, most * 5, data.boxes.data()}).take();
    state->bind("train/count", {DataType::i32, batch, 1, data.counts.data()}).take();
    state->bind("train/order", {DataType::i32, batch, 1, data.order.data()}).take();
    const int program = plan.programIndex(programs::forwardBackward);
    std::vector<float> row(plan.columns.size());
    executable->run(std::span(&program, 1), 1, std::array{0.0f}, row).take();

    // The last input of the network and the last target of its loss.
    TensorId image = noTensor, boxes = noTensor, mask = noTensor;
    for (const Op& op : plan.programs[static_cast<std::size_t>(program)].ops) {
        const Shape out = plan.tensor(op.outputs[0]).shape;
        if (out == Shape{batch, shape[0], shape[1], 1} && (op.spec->name == "warp" || op.spec->name == "gather"))
            image = op.outputs[0];
        if (out == Shape{batch, most, 5} && (op.spec == &ops::warpBoxes || op.spec->name == "gather"))
            boxes = op.outputs[0];
        if (op.spec == &ops::warpBoxes)
            mask = op.outputs[1];
        else if (op.spec->name == "length_mask")
            mask = op.outputs[0];
    }
    const auto read = [&](TensorId id) {
        Values values(static_cast<std::size_t>(plan.tensor(id).shape.elements()));
        executable->read(id, values).take();
        return values;
    };
    const Values images = read(image), moved = read(boxes), counts = read(mask);
    const std::int64_t pixels = shape[0] * shape[1];
    int cut = 0, whole = 0;
    for (int n = 0; n < batch; ++n)
        for (int m = 0; m < most; ++m) {
            const auto at = static_cast<std::size_t>(n * most + m);
            const std::optional<Box> expected =
                seen(std::span(images).subspan(static_cast<std::size_t>(n * pixels), static_cast<std::size_t>(pixels)), shape[1],
                     (m + 1) / 4.0);
            QCOMPARE(counts[at] != 0.0, expected.has_value());
            const auto numbers = std::span(moved).subspan(at * 5, 5);
            if (!expected) {
                cut += m < data.counts[static_cast<std::size_t>(n)] ? 1 : 0;
                if (ways != "still")
                    QVERIFY(std::ranges::all_of(numbers, [](double each) { return each == 0.0; }));
                continue;
            }
            const Box have{qRound(numbers[0]), qRound(numbers[1]), qRound(numbers[2]), qRound(numbers[3])};
            for (int i = 0; i < 4; ++i)
                QVERIFY(std::abs(numbers[static_cast<std::size_t>(i)] - qRound(numbers[static_cast<std::size_t>(i)])) < 1e-4);
            QVERIFY(have == *expected);
            QCOMPARE(numbers[4], 10.0 * n + m);
            ++whole;
        }
    QVERIFY(whole > 5);
    QCOMPARE(cut > 0, ways.contains("crop"));
}

void TestVaryingFields::onlyRowsThatCountAreLearned_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("ofInputs");
    for (const char* device : {"reference", "cpu"})
        for (const bool ofInputs : {true, false})
            QTest::addRow("%s, %s", device, ofInputs ? "inputs and targets" : "targets alone") << device << ofInputs;
}

/// Sequences of up to 4 steps: the padding of a shorter one changes nothing in training, validation and prediction.
void TestVaryingFields::onlyRowsThatCountAreLearned()
{
    QFETCH(const QString, device);
    QFETCH(const bool, ofInputs);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    Project project;
    project.graph.nodes = {
        node("input", "input", {{"shape", std::vector<std::int64_t>{4, 2}}, {"field", std::string("x")}}),
        node("lstm", "lstm", {{"units", std::int64_t{3}}, {"return_sequences", true}, {"direction", std::string("backward")}}),
        node("dense", "dense", {{"units", std::int64_t{1}}})};
    project.graph.edges = {wire("input", "lstm"), wire("lstm", "dense")};
    project.training.objectives = {Objective{}};
    project.training.objectives[0].loss.id = "mean_squared_error";
    project.training.objectives[0].target = "y";
    FieldType x{"x", {4, 2}, DataType::f32}, y{"y", {4, 1}, DataType::f32};
    y.lengths = "steps";
    if (ofInputs)
        x.lengths = "steps";
    const std::vector<FieldType> fields{x, y, {"steps", {}, DataType::i32}};
    const LogicalPlan plan = buildPlan({project, catalog(), fields}, {.batch = 3});
    Backend& backend = *backendFor(device.toStdString()).take();
    const std::vector<std::int32_t> steps{4, 1, 2}, order{0, 1, 2};

    const auto outcome = [&](float filling) {
        std::vector<float> inputs(3 * 4 * 2), targets(3 * 4);
        RandomStream random(9, 3);
        for (int n = 0; n < 3; ++n)
            for (int t = 0; t < 4; ++t) {
                const bool counts = t < steps[static_cast<std::size_t>(n)];
                const auto drawn = [&](bool fills) { return counts || !fills ? static_cast<float>(random.uniform()) : filling; };
                inputs[static_cast<std::size_t>((n * 4 + t) * 2)] = drawn(ofInputs);
                inputs[static_cast<std::size_t>((n * 4 + t) * 2 + 1)] = drawn(ofInputs);
                targets[static_cast<std::size_t>(n * 4 + t)] = drawn(true);
            }
        const auto state = backend.createState(plan).take();
        const auto executable = backend.compile(plan, *state, {}).take();
        std::vector<float> weights(static_cast<std::size_t>(plan.parameters.elements));
        RandomStream drawn(1, 1);
        for (float& weight : weights)
            weight = static_cast<float>(drawn.uniform() - 0.5);
        state->writeArena(Arena::weights, std::span<const float>(weights)).take();
        for (const std::string stream : {"train", "evaluate"}) {
            state->bind(stream + "/x", {DataType::f32, 3, 8, inputs.data()}).take();
            state->bind(stream + "/y", {DataType::f32, 3, 4, targets.data()}).take();
            state->bind(stream + "/steps", {DataType::i32, 3, 1, steps.data()}).take();
            state->bind(stream + "/order", {DataType::i32, 3, 1, order.data()}).take();
        }
        Values out;
        for (const auto program : {programs::evaluate, programs::forwardBackward}) {
            const int index = plan.programIndex(program);
            std::vector<float> row(plan.columns.size());
            if (program == programs::forwardBackward) {
                const std::array both{index, plan.programIndex(programs::update)};
                executable->run(both, 1, std::array{0.1f}, row).take();
            } else
                executable->run(std::span(&index, 1), 1, std::array{0.0f}, row).take();
            out.insert(out.end(), row.begin(), row.end());
        }
        Values trained(weights.size());
        state->readArena(Arena::weights, std::span<double>(trained)).take();
        out.insert(out.end(), trained.begin(), trained.end());
        for (const TensorId input : plan.predictInputs) {
            const std::string name = plan.tensor(input).name;
            const Values given =
                name == "predict/steps" ? Values(steps.begin(), steps.end()) : Values(inputs.begin(), inputs.end());
            executable->write(input, given).take();
        }
        const int predict = plan.programIndex(programs::predict);
        executable->run(std::span(&predict, 1), 1, std::array{0.0f}, {}).take();
        Values predicted(12);
        executable->read(plan.predictions[0], predicted).take();
        for (int n = 0; n < 3; ++n)
            for (int t = 0; t < steps[static_cast<std::size_t>(n)]; ++t)
                out.push_back(predicted[static_cast<std::size_t>(n * 4 + t)]);
        return out;
    };
    QCOMPARE(plan.predictInputs.size(), std::size_t{ofInputs ? 2u : 1u});
    const Values zeros = outcome(0.0f), noise = outcome(7.0f);
    QCOMPARE(zeros, noise);
    QVERIFY(zeros[0] > 0.0);
    QCOMPARE(zeros[1], 7.0 / 4.0); // the seven steps that count, in samples
}

void TestVaryingFields::misfitsAreRefused()
{
    const auto problems = [](Project project, std::vector<FieldType> fields) {
        std::string out;
        for (const Problem& problem : CheckedProject(std::move(project), catalog(), fields).problems())
            out += std::string(problem.message.id()) + ' ';
        return out;
    };
    const Project project = boxProject({}, {height, width, 1});
    QCOMPARE(problems(project, boxFields()), std::string());
    std::vector<FieldType> fields = boxFields();
    fields[1].lengths = "counts";
    QCOMPARE(problems(project, fields), std::string("field.lengths "));
    fields = boxFields();
    fields[2].shape = {2};
    QCOMPARE(problems(project, fields), std::string("field.lengths_shape "));
    fields = boxFields();
    fields[1].lengths.clear();
    QCOMPARE(problems(project, fields), std::string("field.boxes "));
    QCOMPARE(problems(boxProject({transform("mix_up", {})}, {height, width, 1}), boxFields()),
             std::string("transform.mixed_boxes "));
}

NETSMITH_TEST(TestVaryingFields)

} // namespace test_varying_fields

#include "test_varying_fields.moc"
