#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"
#include "engine/graph/project/project.h"
#include "engine/ops/control.h"
#include "engine/ops/update.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <filesystem>
#include <set>

namespace test_parity {

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Values = std::vector<double>;

/// The layout of the weights in a plan: parameters with gaps between.
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

/// The ops that an optimizer's declaration lowers to, and their initial values. If there are several, each has weights of its own.
std::vector<OpCase> casesOf(const Json& fixture, const Layout& layout)
{
    const OptimizerSpec& optimizer = *optimizers().find(fixture["optimizer"]["id"].get<std::string>());
    const ParameterMap parameters = parametersFromJson(fixture["optimizer"]["parameters"]);
    std::vector<TensorInfo> tensors;
    Program program;
    Emitter emitter(tensors, program);
    std::vector<OpInput> begins; // of the tensors, in order
    const auto add = [&](OpInput input) {
        begins.push_back(std::move(input));
        return emitter.add({{}, begins.back().shape, begins.back().type, Role::control});
    };
    const Shape all{layout.elements};
    const auto filled = [&](double value) { return givenInput(all, Values(static_cast<std::size_t>(layout.elements), value)); };
    const TensorId weights = add(givenInput(all, layout.joined(fixture["start"])));
    const TensorId gradients = add(filled(0.0));
    std::vector<TensorId> slots;
    for (const double value : optimizer.slots(parameters))
        slots.push_back(add(filled(value)));
    const double rate = optimizer.learningRate(parameters);
    const TensorId rates = add(givenInput({control::maximumSteps}, Values(control::maximumSteps, rate)));
    const TensorId counters = add(countersInput(0, 0, 0, 0));
    const TensorId scale = add(givenInput(Shape(), {1.0}));
    const TensorId status = add(givenInput({1}, {static_cast<double>(control::good)}, DataType::i32));
    std::vector<UpdateRange> ranges;
    for (const UpdatePart& part : layout.parts)
        ranges.push_back(part.range);
    OptimizerCall call(emitter, weights, gradients, slots, rates, counters, scale, status, ranges, layout.parts);
    optimizer.lower(parameters, call);

    std::vector<OpCase> cases;
    for (const Op& op : program.ops) {
        OpCase& made = cases.emplace_back(OpCase{"update", op.spec, op.attributes, {}});
        for (const TensorId input : op.inputs)
            made.inputs.push_back(begins[static_cast<std::size_t>(input)]);
        for (const TensorId output : op.outputs)
            made.into.push_back(static_cast<int>(std::ranges::find(op.inputs, output) - op.inputs.begin()));
    }
    return cases;
}

} // namespace

/// Ten steps of Keras's optimizers against ours in double precision; tests/parity/optimizers.py writes the fixtures.
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

    std::int64_t updated = 0;
    for (const OpCase& made : casesOf(fixture, layout)) {
        OpRun run(*available.backend, made);
        double step = 0.0;
        for (const Json& taken : fixture["steps"]) {
            run.write(run.inputs()[1], layout.joined(taken["gradients"]));
            run.write(run.inputs()[made.inputs.size() - 3], countersInput(static_cast<std::int64_t>(step), 0, 0, 0).values);
            run.run();
            const Values got = run.read(run.outputs()[0]);
            const Values expected = layout.joined(taken["weights"]);
            for (const UpdateRange& range : static_cast<const UpdateAttributes&>(*made.attributes).ranges)
                for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end); ++i)
                    QVERIFY2(std::abs(got[i] - expected[i]) <= 1e-9 * std::max(1.0, std::abs(expected[i])),
                             qPrintable(QString("step %1, weight %2: %3, expected %4")
                                            .arg(step)
                                            .arg(i)
                                            .arg(got[i], 0, 'g', 17)
                                            .arg(expected[i], 0, 'g', 17)));
            step += 1.0;
        }
        for (const UpdateRange& range : static_cast<const UpdateAttributes&>(*made.attributes).ranges)
            updated += range.end - range.begin;
    }
    std::int64_t all = 0;
    for (const UpdatePart& part : layout.parts)
        all += part.shape.elements();
    QCOMPARE(updated, all);
}

NETSMITH_TEST(TestParity)

} // namespace test_parity

#include "test_parity.moc"
