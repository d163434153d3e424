#include "engine/core/safe_file.h"
#include "engine/graph/json/json_object.h"
#include "engine/graph/project.h"
#include "engine/ops/control.h"
#include "engine/ops/update.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/ops/op_cases.h"

#include <QtTest>

#include <cmath>
#include <filesystem>
#include <set>

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Values = std::vector<double>;

/// The weights as a plan lays them out: parameters with gaps between.
struct Layout {
    std::vector<UpdatePart> parts;
    std::int64_t elements = 0;

    void add(const Shape& shape, bool decay)
    {
        parts.push_back({{elements, elements + shape.elements(), 1.0f, decay}, shape});
        elements += (shape.elements() + segmentAlignment - 1) / segmentAlignment * segmentAlignment;
    }

    Values joined(const Json& arrays) const
    {
        Values out(static_cast<std::size_t>(elements), 0.0);
        for (std::size_t p = 0; p < parts.size(); ++p)
            std::ranges::copy(arrays[p].get<Values>(), out.begin() + parts[p].range.begin);
        return out;
    }
};

/// An optimizer's op, as its declaration lowers it, and what it begins with.
OpCase caseOf(const Json& fixture, const Layout& layout)
{
    const OptimizerSpec& optimizer = *optimizers().find(fixture["optimizer"]["id"].get<std::string>());
    const ParameterMap parameters = parametersFromJson(fixture["optimizer"]["parameters"]);
    std::vector<TensorInfo> tensors;
    Program program;
    Emitter emitter(tensors, program);
    const auto add = [&](const Shape& shape, DataType type = DataType::f32) {
        return emitter.add({{}, shape, type, Role::control});
    };
    const Shape all{layout.elements};
    const TensorId weights = add(all);
    const TensorId gradients = add(all);
    std::vector<TensorId> slots;
    const std::vector<double> begins = optimizer.slots(parameters);
    for (std::size_t i = 0; i < begins.size(); ++i)
        slots.push_back(add(all));
    std::vector<UpdateRange> ranges;
    for (const UpdatePart& part : layout.parts)
        ranges.push_back(part.range);
    OptimizerCall call(emitter, weights, gradients, slots, add({control::maximumSteps}),
                       add({control::counterCount}, DataType::i64), add({}), add({1}, DataType::i32), ranges, layout.parts);
    optimizer.lower(parameters, call);

    const Op& op = program.ops.at(0);
    OpCase made{"update", op.spec, op.attributes, {givenInput(all, layout.joined(fixture["start"]))}, {0}};
    made.inputs.push_back(givenInput(all, Values(static_cast<std::size_t>(layout.elements), 0.0)));
    for (const double value : begins) {
        made.into.push_back(static_cast<int>(made.inputs.size()));
        made.inputs.push_back(givenInput(all, Values(static_cast<std::size_t>(layout.elements), value)));
    }
    const double rate = optimizer.learningRate(parameters);
    made.inputs.push_back(givenInput({control::maximumSteps}, Values(control::maximumSteps, rate)));
    made.inputs.push_back(countersInput(0, 0, 0, 0));
    made.inputs.push_back(givenInput(Shape(), {1.0}));
    made.inputs.push_back(givenInput({1}, {static_cast<double>(control::good)}, DataType::i32));
    return made;
}

} // namespace

/// What Keras's optimizers do in ten steps, against ours in double precision: the fixtures are made by tests/parity/optimizers.py.
class TestParity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOptimizerHasAFixture();
    void tenStepsAgree_data();
    void tenStepsAgree();

private:
    static std::vector<std::filesystem::path> fixtures();
};

std::vector<std::filesystem::path> TestParity::fixtures()
{
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(NETSMITH_SOURCE_DIR "/tests/fixtures/parity/optimizers"))
        found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

void TestParity::everyOptimizerHasAFixture()
{
    std::set<std::string> seen;
    for (const auto& path : fixtures())
        seen.insert(readJson(readTextFile(path).take()).take()["optimizer"]["id"].get<std::string>());
    for (const OptimizerSpec& spec : optimizers())
        QVERIFY2(seen.contains(spec.id), spec.id.c_str());
}

void TestParity::tenStepsAgree_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& path : fixtures())
        QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

void TestParity::tenStepsAgree()
{
    QFETCH(QString, file);
    const Availability available = availabilityOf("reference");
    if (!available.backend)
        QSKIP(available.reason.c_str());
    const Json fixture = readJson(readTextFile(file.toStdString()).take()).take();
    Layout layout;
    const auto kernel = fixture["kernel_shape"].get<std::vector<std::int64_t>>();
    layout.add(Shape{kernel[0], kernel[1]}, true);
    if (fixture["start"].size() > 1)
        layout.add(Shape{static_cast<std::int64_t>(fixture["start"][1].size())}, false);

    const OpCase made = caseOf(fixture, layout);
    OpRun run(*available.backend, made);
    double step = 0.0;
    for (const Json& taken : fixture["steps"]) {
        run.write(run.inputs()[1], layout.joined(taken["gradients"]));
        run.write(run.inputs()[made.inputs.size() - 3], {step, 0, 0, 0});
        run.run();
        const Values got = run.read(run.outputs()[0]);
        const Values expected = layout.joined(taken["weights"]);
        for (std::size_t i = 0; i < got.size(); ++i)
            QVERIFY2(std::abs(got[i] - expected[i]) <= 1e-9 * std::max(1.0, std::abs(expected[i])),
                     qPrintable(QString("step %1, weight %2: %3, expected %4")
                                    .arg(step)
                                    .arg(i)
                                    .arg(got[i], 0, 'g', 17)
                                    .arg(expected[i], 0, 'g', 17)));
        step += 1.0;
    }
}

QTEST_GUILESS_MAIN(TestParity)
#include "test_parity.moc"
