#include "engine/catalog/catalog.h"
#include "engine/ops/control.h"
#include "engine/ops/recolor.h"
#include "engine/ops/transform_call.h"
#include "engine/ops/warp.h"
#include "engine/plan/checks/image_chain.h"
#include "engine/transforms/registry.h"
#include "tests/test_program.h"

#include <QtTest>

#include <array>
#include <numbers>

namespace test_steps {

using namespace netsmith;
using Pair = std::array<double, 2>;

/// The intervals that random transforms draw from: their parameters are Keras's, and so the intervals must be too.
class TestSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moves_data();
    void moves();
    void recolors_data();
    void recolors();
    void looksUpAsIsSaid();
    void drawsAnewInEachPlace();
};

namespace {

/// Only the transform, on a batch of two images.
class Lowered {
public:
    Lowered(const char* id, const ParameterMap& parameters)
        : m_tensors{{.name = {}, .shape = {2, 8, 10, 3}, .type = DataType::f32, .role = Role::input},
                    {.name = {}, .shape = {control::counterCount}, .type = DataType::i64, .role = Role::input}}
        , m_emitter(m_tensors, m_program)
    {
        TransformCall call(m_emitter, 0, 1, 5, 6, true, {0.0, 255.0});
        transforms().find(id)->lower(parameters, call);
        m_image = call.image();
    }

    template <class A>
    const A& attributes() const
    {
        return m_emitter.producer(m_image)->as<A>();
    }

private:
    std::vector<TensorInfo> m_tensors;
    Program m_program{"p", {}};
    Emitter m_emitter;
    TensorId m_image = noTensor;
};

} // namespace

void TestSteps::moves_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<ParameterMap>("parameters");
    QTest::addColumn<int>("kind");
    QTest::addColumn<Pair>("low");
    QTest::addColumn<Pair>("high");
    using Kind = WarpStep::Kind;
    const auto row = [](const char* name, const char* id, const ParameterMap& parameters, Kind kind, Pair low, Pair high) {
        QTest::newRow(name) << QByteArray(id) << parameters << static_cast<int>(kind) << low << high;
    };
    const auto mode = [](const char* name) { return ParameterMap{{"mode", std::string(name)}}; };
    row("flip left to right", "random_flip", mode("horizontal"), Kind::flip, {0, 0}, {0, 0.5});
    row("flip upside down", "random_flip", mode("vertical"), Kind::flip, {0, 0}, {0.5, 0});
    row("flip both ways", "random_flip", mode("horizontal_and_vertical"), Kind::flip, {0, 0}, {0.5, 0.5});
    row("shift", "random_translation", {{"height_factor", 0.25}, {"width_factor", 0.5}}, Kind::shift, {-0.25, -0.5}, {0.25, 0.5});
    row("rotate", "random_rotation", {{"factor", 0.25}}, Kind::rotate, {-std::numbers::pi / 2, 0}, {std::numbers::pi / 2, 0});
    row("zoom", "random_zoom", {{"smallest", 0.5}, {"largest", 2.0}}, Kind::scale, {0.5, 0.5}, {2, 2});
    row("zoom with swapped limits", "random_zoom", {{"smallest", 2.0}, {"largest", 0.5}}, Kind::scale, {0.5, 0.5}, {2, 2});
    row("shear", "random_shear", {{"x_factor", 0.25}, {"y_factor", 0.5}}, Kind::shear, {-0.5, -0.25}, {0.5, 0.25});
    row("perspective", "random_perspective", {{"factor", 0.25}}, Kind::tilt, {-0.25, -0.25}, {0.25, 0.25});
    const std::vector<std::int64_t> size{5, 4};
    row("crop", "random_crop", {{"size", size}}, Kind::window, {0, 0}, {3, 6});
    row("crop the middle", "center_crop", {{"size", size}}, Kind::window, {1, 3}, {1, 3});
    row("pad", "pad", {{"padding", size}}, Kind::window, {-5, -4}, {-5, -4});
}

void TestSteps::moves()
{
    QFETCH(QByteArray, id);
    QFETCH(ParameterMap, parameters);
    QFETCH(int, kind);
    QFETCH(Pair, low);
    QFETCH(Pair, high);
    const Lowered lowered(id, parameters);
    const auto& steps = lowered.attributes<WarpAttributes>().steps;
    QCOMPARE(steps.size(), std::size_t{1});
    QCOMPARE(static_cast<int>(steps[0].kind), kind);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        QCOMPARE(steps[0].low[axis], low[axis]);
        QCOMPARE(steps[0].high[axis], high[axis]);
    }
    QCOMPARE(steps[0].key, 6u);
    QCOMPARE(lowered.attributes<WarpAttributes>().seed, std::uint64_t{5});
    if (id == "random_zoom")
        QCOMPARE(steps[0].linked, 1);
}

void TestSteps::recolors_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    using Kind = ColorStep::Kind;
    const auto row = [](const char* id, Kind kind, double low, double high) {
        QTest::newRow(id) << QByteArray(id) << static_cast<int>(kind) << low << high;
    };
    row("random_brightness", Kind::brightness, -0.25, 0.25);
    row("random_contrast", Kind::contrast, 0.75, 1.25);
    row("random_saturation", Kind::saturation, 0.75, 1.25);
    row("random_hue", Kind::hue, -0.25, 0.25);
    row("random_grayscale", Kind::grey, 0.0, 0.25);
}

void TestSteps::recolors()
{
    QFETCH(QByteArray, id);
    QFETCH(int, kind);
    QFETCH(double, low);
    QFETCH(double, high);
    const Lowered lowered(id, {{"factor", 0.25}});
    const auto& attributes = lowered.attributes<RecolorAttributes>();
    QCOMPARE(attributes.steps.size(), std::size_t{1});
    QCOMPARE(static_cast<int>(attributes.steps[0].kind), kind);
    QCOMPARE(attributes.steps[0].low, low);
    QCOMPARE(attributes.steps[0].high, high);
    QCOMPARE(attributes.black, 0.0);
    QCOMPARE(attributes.white, 255.0);
}

void TestSteps::looksUpAsIsSaid()
{
    const auto lookUp = [](const char* fill, const char* interpolation) {
        const Lowered lowered(
            "random_rotation",
            {{"fill_mode", std::string(fill)}, {"interpolation", std::string(interpolation)}, {"fill_value", 0.5}});
        return lowered.attributes<WarpAttributes>();
    };
    QVERIFY(lookUp("constant", "bilinear").fill == WarpFill::constant);
    QVERIFY(lookUp("nearest", "bilinear").fill == WarpFill::nearest);
    QVERIFY(lookUp("reflect", "bilinear").fill == WarpFill::reflect);
    QVERIFY(lookUp("wrap", "bilinear").fill == WarpFill::wrap);
    QVERIFY(!lookUp("wrap", "bilinear").nearest);
    QVERIFY(lookUp("wrap", "nearest").nearest);
    QCOMPARE(lookUp("constant", "nearest").value, 127.5); // half way from black to white
}

/// Two of the same kind don't draw the same numbers, and outside training there are none.
void TestSteps::drawsAnewInEachPlace()
{
    Project project;
    project.data.transforms = {{"random_translation", {}}, {"random_translation", {}}};
    const auto stepsFor = [&](TensorId counters) {
        std::vector<TensorInfo> tensors{{.name = {}, .shape = {1, 8, 10, 3}, .type = DataType::f32, .role = Role::input},
                                        {.name = {}, .shape = {control::counterCount}, .type = DataType::i64, .role = Role::input}};
        Program program{"p", {}};
        Emitter emitter(tensors, program);
        ImageChain(project, catalog(), 1).emit(emitter, 0, DataType::u8, counters);
        return program.ops.empty() ? std::vector<WarpStep>() : program.ops.back().as<WarpAttributes>().steps;
    };
    const std::vector<WarpStep> steps = stepsFor(1);
    QCOMPARE(steps.size(), std::size_t{2});
    QVERIFY(steps[0].key != steps[1].key);
    QVERIFY(stepsFor(noTensor).empty());
}

NETSMITH_TEST(TestSteps)

} // namespace test_steps

#include "test_steps.moc"
