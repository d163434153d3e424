#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/core/philox.h"
#include "engine/inspect/transformed_images.h"
#include "engine/ops/affine.h"
#include "engine/ops/control.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/mix.h"
#include "engine/ops/recolor.h"
#include "engine/ops/transform_call.h"
#include "engine/ops/warp.h"
#include "engine/plan/checks/image_chain.h"
#include "engine/train/project_checks.h"
#include "engine/transforms/registry.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace test_transforms {

using namespace netsmith;

/// The results of transforms in numbers worked out by hand, and rules that all of them follow.
class TestTransforms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAreInOrder();
    void everyTransform_data();
    void everyTransform();
    void shapesAreThoseOfTheOps_data() { everyTransform_data(); }
    void shapesAreThoseOfTheOps();
    void drawsDependOnTheSeed_data() { everyTransform_data(); }
    void drawsDependOnTheSeed();
    void blursAlongBothAxes();
    void survivesAFile();
    void mapsPixels_data();
    void mapsPixels();
    void movesBecomeOne();
    void anImageKeepsItsDraws();
    void cropsTheMiddleOutsideTraining();
    void greysAndBrightness();
    void normalizesForTheNetworkAlone();
    void noiseIsAShareOfTheRange();
    void mixesInShares_data();
    void mixesInShares();
    void sharesAreBetaDistributed();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();
};

namespace {

/// `count` images of shape H,W,C with the bytes 0, 1, 2 … as a field.
data::Field countingImages(std::int64_t count, const Shape& shape)
{
    data::NewField made = data::makeField({.name = "image", .type = DataType::u8, .shape = shape}, count);
    for (std::int64_t i = 0; i < count * shape.elements(); ++i)
        made.bytes[i] = static_cast<std::byte>(i % 251);
    return made.field;
}

Project projectWith(std::vector<Component> transforms)
{
    Project project;
    project.data.transforms = std::move(transforms);
    return project;
}

std::vector<std::vector<std::byte>> transformed(const std::vector<Component>& transforms, const data::Field& field,
                                                std::int64_t variants = 1)
{
    std::vector<std::int64_t> all(static_cast<std::size_t>(field.count));
    std::iota(all.begin(), all.end(), 0);
    return inspect::transformedImages(projectWith(transforms), field, all, variants, *loadBackend("reference").take()).images;
}

WarpStep stepOn(WarpStep::Kind kind, std::int32_t height, std::int32_t width)
{
    return {.kind = kind, .height = height, .width = width, .outputHeight = height, .outputWidth = width};
}

const FieldType digits{"image", {28, 28, 1}, DataType::u8, 0};
const FieldType label{"label", {}, DataType::u8, 10};

} // namespace

void TestTransforms::idsAreInOrder()
{
    QVERIFY(std::ranges::is_sorted(transforms(), std::less<>(), &TransformSpec::id));
    QVERIFY(std::ranges::adjacent_find(transforms(), std::equal_to<>(), &TransformSpec::id) == transforms().end());
    QVERIFY(transforms().size() >= 20);
}

void TestTransforms::everyTransform_data()
{
    QTest::addColumn<QString>("id");
    for (const TransformSpec& transform : transforms())
        QTest::newRow(transform.id.c_str()) << QString::fromStdString(transform.id);
}

void TestTransforms::everyTransform()
{
    QFETCH(QString, id);
    const TransformSpec& transform = *transforms().find(id.toStdString());
    QVERIFY(!transform.title.empty() && transform.doc.ends_with('.'));
    for (const ParameterSpec& parameter : transform.parameters) {
        QVERIFY2(!parameter.title.empty() && parameter.doc.ends_with('.'), parameter.name.c_str());
        QVERIFY2(!problemOf(parameter, parameter.defaultValue), parameter.name.c_str());
        const bool isNumber = parameter.type == ParameterType::integer || parameter.type == ParameterType::real
            || parameter.type == ParameterType::sizes || parameter.type == ParameterType::reals;
        QCOMPARE(parameter.hard.has_value(), isNumber);
        QCOMPARE(parameter.usual.has_value(), isNumber);
    }
}

/// By hand: the shape that each transform with its defaults gives for 40×36 with 3 and with 1 channels.
void TestTransforms::shapesAreThoseOfTheOps()
{
    QFETCH(QString, id);
    const std::map<QString, std::pair<std::int64_t, std::int64_t>> sizes{
        {"center_crop", {24, 24}}, {"pad", {48, 44}}, {"random_crop", {24, 24}}, {"resizing", {32, 32}}};
    const std::set<QString> colourAlone{"grayscale", "random_grayscale", "random_hue", "random_saturation"};
    const auto [height, width] = sizes.contains(id) ? sizes.at(id) : std::pair<std::int64_t, std::int64_t>(40, 36);
    for (const std::int64_t channels : {3, 1}) {
        const Shape shape{40, 36, channels};
        const auto made = [&] {
            const std::vector<std::int64_t> samples{0, 1};
            return inspect::transformedImages(projectWith({{id.toStdString(), {}}}), countingImages(2, shape), samples, 2,
                                              *loadBackend("reference").take());
        };
        if (channels == 1 && colourAlone.contains(id)) {
            QVERIFY_EXCEPTION_THROWN(made(), Error);
            continue;
        }
        const Shape expected{height, width, id == "grayscale" ? 1 : channels};
        QCOMPARE(transforms().find(id.toStdString())->shape({}, shape).text(), expected.text());
        const inspect::TransformedImages images = made();
        QCOMPARE(images.shape.text(), expected.text());
        QCOMPARE(images.images.size(), std::size_t{4});
        for (const std::vector<std::byte>& image : images.images)
            QCOMPARE(std::ssize(image), expected.elements());
    }
}

/// The draws for a picture depend on the seed, the transform's position, the sample and the epoch's count of samples, and on
/// nothing else.
void TestTransforms::drawsDependOnTheSeed()
{
    QFETCH(QString, id);
    const TransformSpec& spec = *transforms().find(id.toStdString());
    data::NewField noise = data::makeField({.name = "image", .type = DataType::u8, .shape = {40, 36, 3}}, 8);
    RandomStream random(5, 0);
    for (std::int64_t i = 0; i < 8 * 40 * 36 * 3; ++i)
        noise.bytes[i] = static_cast<std::byte>(random.below(256));
    const auto made = [&](std::int64_t seed, std::vector<Component> chain) {
        Project project = projectWith(std::move(chain));
        project.training.seed = seed;
        std::vector<std::int64_t> all(8);
        std::iota(all.begin(), all.end(), 0);
        return inspect::transformedImages(project, noise.field, all, 1, *loadBackend("reference").take()).images;
    };
    const Component one{id.toStdString(), {}};
    QCOMPARE(made(1, {one}), made(1, {one}));
    const bool draws = spec.augments || id == "random_crop"; // also used for its size
    QCOMPARE(made(1, {one}) != made(2, {one}), draws);
    if (draws)
        QVERIFY(made(1, {one}) != made(1, {{"normalization", {}}, one})); // another position draws others
}

/// A single bright pixel becomes a bell with the same width and height.
void TestTransforms::blursAlongBothAxes()
{
    constexpr int size = 21, middle = 10;
    data::NewField made = data::makeField({.name = "image", .type = DataType::u8, .shape = {size, size, 1}}, 1);
    std::fill_n(made.bytes, size * size, std::byte{0});
    made.bytes[middle * size + middle] = std::byte{255};
    const auto image = transformed({{"random_gaussian_blur", {{"smallest", 1.5}, {"largest", 1.5}}}}, made.field)[0];
    double line[middle + 1] = {}, sum = 0.0;
    for (int i = 0; i <= 5; ++i) { // 3 deviations to each side
        line[i] = std::exp(-i * i / (2.0 * 1.5 * 1.5));
        sum += i == 0 ? line[i] : 2.0 * line[i];
    }
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const double expected = 255.0 * line[std::abs(row - middle)] * line[std::abs(column - middle)] / (sum * sum);
            const int got = std::to_integer<int>(image[static_cast<std::size_t>(row * size + column)]);
            QVERIFY2(std::abs(got - expected) <= 0.51, qPrintable(QString("%1, %2: %3").arg(row).arg(column).arg(got)));
        }
}

void TestTransforms::survivesAFile()
{
    const Project project = projectWith({{"random_flip", {{"mode", std::string("vertical")}}}, {"pad", {}}});
    const Project read = projectFromJson(toJson(project)).take();
    QVERIFY(read.data == project.data);
    QVERIFY(toJson(Project()).find("transforms") == std::string::npos); // files from before there were transforms stay the same
}

void TestTransforms::mapsPixels_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("vertical");
    QTest::addColumn<double>("horizontal");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    using Kind = WarpStep::Kind;
    const auto row = [](const char* name, Kind kind, double vertical, double horizontal, double x, double y) {
        QTest::newRow(name) << static_cast<int>(kind) << vertical << horizontal << x << y;
    };
    // Where the pixel in column 4, row 1 of a 5×7 image (middle: column 3, row 2) comes from.
    row("upside down", Kind::flip, 1.0, 0.0, 4.0, 3.0);
    row("left to right", Kind::flip, 0.0, 1.0, 2.0, 1.0);
    row("a quarter turn counter-clockwise", Kind::rotate, 1.5707963267948966, 0.0, 4.0, 3.0);
    row("twice as large", Kind::scale, 2.0, 2.0, 3.5, 1.5);
    row("slanted", Kind::shear, 0.0, 0.5, 4.5, 1.0);
    row("moved down a fifth and right two sevenths", Kind::shift, 0.2, 2.0 / 7.0, 2.0, 0.0);
    row("cut out two rows down, one column left of the edge", Kind::window, 2.0, -1.0, 3.0, 3.0);
    row("tilted", Kind::tilt, 0.0, 0.25, 3.0 + 1.0 / (1.0 + 0.25 * 2.0 / 7.0), 2.0 - 1.0 / (1.0 + 0.25 * 2.0 / 7.0));
}

void TestTransforms::mapsPixels()
{
    QFETCH(int, kind);
    QFETCH(double, vertical);
    QFETCH(double, horizontal);
    QFETCH(double, x);
    QFETCH(double, y);
    WarpStep step = stepOn(static_cast<WarpStep::Kind>(kind), 5, 7);
    step.low[0] = step.high[0] = vertical;
    step.low[1] = step.high[1] = horizontal;
    const WarpMap map = mapOf(&step, 1, 1, 0);
    const double w = map.m[6] * 4.0 + map.m[7] * 1.0 + map.m[8];
    QVERIFY(std::abs((map.m[0] * 4.0 + map.m[1] * 1.0 + map.m[2]) / w - x) < 1e-12);
    QVERIFY(std::abs((map.m[3] * 4.0 + map.m[4] * 1.0 + map.m[5]) / w - y) < 1e-12);
}

/// Padding, then a crop elsewhere, is one look-up: the result is part of the original.
void TestTransforms::movesBecomeOne()
{
    Project project = projectWith(
        {{"pad", {{"padding", std::vector<std::int64_t>{2, 1}}}}, {"center_crop", {{"size", std::vector<std::int64_t>{3, 4}}}}});
    const data::Field field = countingImages(1, {3, 4, 1});
    const auto images = transformed(project.data.transforms, field);
    QVERIFY(std::ranges::equal(images[0], field.sample(0)));

    std::vector<TensorInfo> tensors{{.name = {}, .shape = {1, 8, 8, 1}, .type = DataType::f32, .role = Role::input},
                                    {.name = {}, .shape = {control::counterCount}, .type = DataType::i64, .role = Role::input}};
    Program program{"p", {}};
    Emitter emitter(tensors, program);
    WarpAttributes turn;
    turn.steps = {{.kind = WarpStep::Kind::rotate, .low = {-1.0, 0.0}, .high = {1.0, 0.0}}};
    WarpAttributes flip;
    flip.steps = {{.kind = WarpStep::Kind::flip, .high = {0.5, 0.5}}};
    const TensorId both = emitWarp(emitter, emitWarp(emitter, 0, 1, turn), 1, flip);
    QCOMPARE(emitter.producer(both)->as<WarpAttributes>().steps.size(), std::size_t{2});
    QCOMPARE(emitter.producer(both)->inputs[0], 0);
    flip.nearest = true;
    QCOMPARE(emitter.producer(emitWarp(emitter, both, 1, flip))->inputs[0], both);
}

/// The same seed, position and sample: the same picture, whatever else is in the batch; another sample: another picture.
void TestTransforms::anImageKeepsItsDraws()
{
    const std::vector<Component> chain{{"random_rotation", {}}, {"random_brightness", {}}, {"random_erasing", {{"factor", 1.0}}}};
    const data::Field field = countingImages(1, {9, 9, 1});
    const auto few = transformed(chain, field, 3);
    const auto many = transformed(chain, field, 7);
    for (std::size_t i = 0; i < few.size(); ++i)
        QVERIFY(few[i] == many[i]);
    QVERIFY(few[0] != few[1] && few[1] != few[2]);
}

void TestTransforms::cropsTheMiddleOutsideTraining()
{
    const TransformSpec& crop = *transforms().find("random_crop");
    QVERIFY(!crop.augments);
    std::vector<TensorInfo> tensors{{.name = {}, .shape = {1, 8, 7, 1}, .type = DataType::f32, .role = Role::input}};
    Program program{"p", {}};
    Emitter emitter(tensors, program);
    TransformCall call(emitter, 0, noTensor, 1, 2, false, {});
    crop.lower({{"size", std::vector<std::int64_t>{4, 4}}}, call);
    const WarpStep& step = emitter.producer(call.image())->as<WarpAttributes>().steps[0];
    QCOMPARE(step.low[0], 2.0);
    QCOMPARE(step.high[0], 2.0);
    QCOMPARE(step.low[1], 1.0);
}

void TestTransforms::greysAndBrightness()
{
    data::NewField made = data::makeField({.name = "image", .type = DataType::u8, .shape = {1, 2, 3}}, 1);
    const int colors[] = {200, 100, 50, 0, 255, 10};
    std::ranges::transform(colors, made.bytes, [](int value) { return static_cast<std::byte>(value); });
    const auto grey = transformed({{"grayscale", {}}}, made.field)[0];
    QCOMPARE(std::to_integer<int>(grey[0]), 124); // 0.299·200 + 0.587·100 + 0.114·50 = 124.2
    QCOMPARE(std::to_integer<int>(grey[1]), 151); // 0.587·255 + 0.114·10 = 150.8
    const auto colored = transformed({{"random_saturation", {{"factor", 0.0}}}, {"random_hue", {{"factor", 0.0}}}}, made.field)[0];
    QVERIFY(std::ranges::equal(colored, made.field.sample(0)));
    const auto lost = transformed({{"random_grayscale", {{"factor", 1.0}}}}, made.field)[0];
    for (int c = 0; c < 3; ++c)
        QCOMPARE(std::to_integer<int>(lost[static_cast<std::size_t>(c)]), 124);
}

/// Also outside training, but not in pictures for people; the transforms after it get its range.
void TestTransforms::normalizesForTheNetworkAlone()
{
    using Numbers = std::vector<double>;
    const Component normalize{"normalization", {{"mean", Numbers{0.5, 0.25, 0.0}}, {"stddev", Numbers{0.25, 0.5, 2.0}}}};
    Project project = projectWith({normalize, {"random_brightness", {}}});
    project.data.divide = 255.0;
    const auto opsFor = [&](bool training) {
        std::vector<TensorInfo> tensors{{.name = {}, .shape = {1, 4, 4, 3}, .type = DataType::f32, .role = Role::input},
                                        {.name = {}, .shape = {control::counterCount}, .type = DataType::i64, .role = Role::input}};
        Program program{"p", {}};
        Emitter emitter(tensors, program);
        ImageChain(project, catalog(), 1).emit(emitter, 0, DataType::u8, training ? 1 : noTensor);
        return program.ops;
    };
    QCOMPARE(opsFor(false).size(), std::size_t{1});
    const std::vector<Op> ops = opsFor(true);
    QCOMPARE(ops.size(), std::size_t{2});
    QCOMPARE(ops[0].as<AffineAttributes>().factors, (Numbers{4.0, 2.0, 0.5}));
    QCOMPARE(ops[0].as<AffineAttributes>().offsets, (Numbers{-2.0, -0.5, 0.0}));
    QCOMPARE(ops[1].as<RecolorAttributes>().black, -2.0);
    QCOMPARE(ops[1].as<RecolorAttributes>().white, 2.0);

    const data::Field field = countingImages(1, {4, 4, 3});
    QVERIFY(std::ranges::equal(transformed({normalize}, field)[0], field.sample(0)));
    const TransformSpec& spec = *transforms().find("normalization");
    QCOMPARE(spec.shape({}, {4, 4, 3}).text(), Shape({4, 4, 3}).text());
    QVERIFY_EXCEPTION_THROWN((void)spec.shape({{"mean", Numbers{0.5, 0.5}}}, {4, 4, 3}), Error);
    QVERIFY(problemOf(*spec.parameter("stddev"), Numbers{0.0}).has_value());
}

void TestTransforms::noiseIsAShareOfTheRange()
{
    const TransformSpec& noise = *transforms().find("gaussian_noise");
    QVERIFY(noise.augments);
    std::vector<TensorInfo> tensors{{.name = {}, .shape = {1, 4, 4, 1}, .type = DataType::f32, .role = Role::input},
                                    {.name = {}, .shape = {control::counterCount}, .type = DataType::i64, .role = Role::input}};
    Program program{"p", {}};
    Emitter emitter(tensors, program);
    TransformCall none(emitter, 0, 1, 5, 6, true, {0.0, 255.0});
    noise.lower({{"stddev", 0.0}}, none);
    QCOMPARE(none.image(), 0);
    TransformCall call(emitter, 0, 1, 5, 6, true, {1.0, -1.0});
    noise.lower({{"stddev", 0.1}}, call);
    const auto& attributes = emitter.producer(call.image())->as<GaussianNoiseAttributes>();
    QCOMPARE(attributes.deviation, 0.2);
    QCOMPARE(attributes.seed, std::uint64_t{5});
    QCOMPARE(attributes.node, 6u);

    const auto images = transformed({{"gaussian_noise", {{"stddev", 0.1}}}}, countingImages(1, {9, 9, 1}), 2);
    QVERIFY(images[0] != images[1]);
}

void TestTransforms::mixesInShares_data()
{
    QTest::addColumn<bool>("cut");
    QTest::addColumn<QString>("backend");
    for (const bool cut : {false, true})
        for (const char* backend : {"reference", "cpu"})
            QTest::addRow("%s on %s", cut ? "cut" : "mixed", backend) << cut << QString::fromLatin1(backend);
}

/// Every backend mixes each image and its target with those at the mirrored position of the batch, in the same proportions.
void TestTransforms::mixesInShares()
{
    constexpr std::int64_t batch = 6, side = 12;
    const std::vector<double> values{0.0, 1.0, 7.0, 20.0, 55.0, 148.0}; // of all pixels of an image, and its target
    QFETCH(bool, cut);
    QFETCH(QString, backend);
    const test::Availability available = test::availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    const MixSettings settings{.cut = cut, .alpha = 1.0, .probability = 0.8, .height = side, .width = side, .key = 3, .seed = 4};
    std::vector<double> pixels, classes;
    for (std::size_t i = 0; i < batch; ++i) {
        pixels.insert(pixels.end(), side * side, values[i]);
        classes.push_back(static_cast<double>(i));
    }
    const auto counters = test::countersInput(0, 0, 40, 0);
    const auto outputOf = [&](const OpSpec& op, std::int64_t count, test::OpInput input) {
        test::OpRun run(*available.backend,
                        {"mix", &op, std::make_shared<MixAttributes>(settings, count), {std::move(input), counters}});
        run.run();
        return run.read(run.outputs()[0]);
    };
    const auto images = outputOf(ops::mixImages, 0, test::givenInput({batch, side, side, 1}, pixels));
    const auto shares = outputOf(ops::mixTargets, batch, test::givenInput({batch}, classes, DataType::i32));
    const auto numbers = outputOf(ops::mixTargets, 0, test::givenInput({batch, 1}, values));
    std::set<double> own;
    for (std::size_t i = 0; i < batch; ++i) {
        const std::size_t other = batch - 1 - i;
        const double share = shares[i * batch + i];
        own.insert(share);
        QVERIFY(share >= 0.0 && share <= 1.0);
        for (std::size_t c = 0; c < batch; ++c)
            QVERIFY(std::abs(shares[i * batch + c] - (c == i ? share : c == other ? 1.0 - share : 0.0)) < 1e-6);
        const double mixed = share * values[i] + (1.0 - share) * values[other];
        QVERIFY(std::abs(numbers[i] - mixed) < 1e-4);
        double sum = 0.0;
        for (std::size_t p = 0; p < side * side; ++p) {
            const double pixel = images[i * side * side + p];
            sum += pixel;
            QVERIFY(cut ? pixel == values[i] || pixel == values[other] : std::abs(pixel - mixed) < 1e-4);
        }
        QVERIFY(std::abs(sum / (side * side) - mixed) < 1e-4);
    }
    QVERIFY(own.size() >= 4 && own.contains(1.0) && *own.begin() < 0.9); // different proportions, and some images are not mixed
}

/// Beta(α, α) has the mean 1/2 and the variance 1 / (4 (2α + 1)).
void TestTransforms::sharesAreBetaDistributed()
{
    constexpr int count = 20000;
    for (const double alpha : {0.2, 1.0, 4.0}) {
        const MixSettings settings{.alpha = alpha, .key = 11, .seed = 12};
        double sum = 0.0, squares = 0.0;
        for (std::uint64_t sample = 0; sample < count; ++sample) {
            const double share = drawnShare(settings, sample);
            sum += share;
            squares += (share - 0.5) * (share - 0.5);
        }
        const double variance = 1.0 / (4.0 * (2.0 * alpha + 1.0));
        QVERIFY2(std::abs(sum / count - 0.5) < 4.0 * std::sqrt(variance / count), qPrintable(QString::number(sum / count)));
        QVERIFY2(std::abs(squares / count / variance - 1.0) < 0.05, qPrintable(QString::number(squares / count)));
    }
}

void TestTransforms::saysWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("misspelt") << "random_flop"
                              << "" << 0.0 << "there is no transform \"random_flop\"; did you mean \"random_flip\"?";
    QTest::newRow("unknown") << "quetzal"
                             << "" << 0.0 << "there is no transform \"quetzal\"; \"netsmith-cli transforms\" lists them";
    QTest::newRow("no such parameter") << "random_flip"
                                       << "angle" << 1.0 << "transform \"random_flip\" has no parameter \"angle\"";
    QTest::newRow("out of range") << "random_perspective"
                                  << "factor" << 0.5 << "[0, 0.5)";
    QTest::newRow("colours of grey images") << "random_hue"
                                            << "" << 0.0 << "expected images of three colors, got 1 channel";
    QTest::newRow("another size than the input's") << "resizing"
                                                   << "" << 0.0 << "has samples of 32×32×1";
}

void TestTransforms::saysWhatDoesNotFit()
{
    QFETCH(QString, id);
    QFETCH(QString, parameter);
    QFETCH(double, value);
    QFETCH(QString, says);
    Component transform{id.toStdString(), {}};
    if (!parameter.isEmpty())
        transform.parameters[parameter.toStdString()] = value;
    Project project = projectWith({transform});
    project.graph.nodes.push_back({"input_1", "input", 1, "", {{"shape", std::vector<std::int64_t>{28, 28, 1}}}, 0.0, 0.0});
    const std::vector<FieldType> fields{digits, label};
    QStringList problems;
    for (const Problem& problem : train::checkProject(project, fields).problems())
        problems << QString::fromStdString(problem.message.text());
    QVERIFY2(problems.filter(says).size() == 1, qPrintable(problems.join('\n')));
}

NETSMITH_TEST(TestTransforms)

} // namespace test_transforms

#include "test_transforms.moc"
