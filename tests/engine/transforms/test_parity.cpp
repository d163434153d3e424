#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"
#include "engine/ops/recolor.h"
#include "engine/ops/warp.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <map>

namespace test_parity {

using namespace netsmith;
using namespace netsmith::test;

/// The steps on images against Keras's layers with the same numbers, recorded by tests/parity/images.py. Left out is what Keras
/// defines differently: it shears about the corner, and changes hue and saturation in HSV, where ours keep the brightness.
class TestParity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithKeras_data();
    void agreesWithKeras();
};

namespace {

const Json& cases()
{
    static const Json read =
        readJson(readTextFile(NETSMITH_SOURCE_DIR "/tests/fixtures/parity/images/images.json").take()).take()["cases"];
    return read;
}

Shape batchOfOne(const Json& sizes)
{
    return Shape(sizes.get<std::vector<std::int64_t>>()).withBatch(1);
}

std::shared_ptr<const Attributes> warpOf(const Json& each, const Shape& x, const Shape& y)
{
    using Kind = WarpStep::Kind;
    static const std::map<std::string, Kind> kinds{{"shift", Kind::shift},
                                                   {"rotate", Kind::rotate},
                                                   {"scale", Kind::scale},
                                                   {"resize", Kind::resize},
                                                   {"window", Kind::window}};
    static const std::map<std::string, WarpFill> fills{
        {"constant", WarpFill::constant}, {"nearest", WarpFill::nearest}, {"reflect", WarpFill::reflect}, {"wrap", WarpFill::wrap}};
    WarpStep step{.kind = kinds.at(each["step"])};
    step.height = static_cast<std::int32_t>(x[1]);
    step.width = static_cast<std::int32_t>(x[2]);
    step.outputHeight = static_cast<std::int32_t>(y[1]);
    step.outputWidth = static_cast<std::int32_t>(y[2]);
    for (std::size_t i = 0; i < each["values"].size(); ++i)
        step.low[i] = step.high[i] = each["values"][i];
    auto attributes = std::make_shared<WarpAttributes>();
    attributes->steps = {step};
    attributes->fill = fills.at(each["fill"]);
    attributes->nearest = each["nearest"];
    attributes->value = 0.375;
    return attributes;
}

std::shared_ptr<const Attributes> recolorOf(const Json& each)
{
    using Kind = ColorStep::Kind;
    static const std::map<std::string, Kind> kinds{
        {"brightness", Kind::brightness}, {"contrast", Kind::contrast}, {"grey", Kind::grey}};
    const double value = each["values"][0];
    auto attributes = std::make_shared<RecolorAttributes>();
    attributes->steps = {{.kind = kinds.at(each["step"]), .low = value, .high = value}};
    return attributes;
}

} // namespace

void TestParity::agreesWithKeras_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<int>("index");
    for (const char* backend : {"reference", "cpu"})
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::addRow("%s %s %zu", backend, cases()[i]["step"].get<std::string>().c_str(), i)
                << QString(backend) << static_cast<int>(i);
}

void TestParity::agreesWithKeras()
{
    QFETCH(QString, backend);
    QFETCH(int, index);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    const Json& each = cases()[static_cast<std::size_t>(index)];
    const Shape x = batchOfOne(each["shape"]), y = batchOfOne(each["output_shape"]);
    const bool moves = each["op"] == "warp";
    OpCase made{"parity",
                moves ? &ops::warp : &ops::recolor,
                moves ? warpOf(each, x, y) : recolorOf(each),
                {givenInput(x, each["input"].get<std::vector<double>>()), countersInput(0, 0, 0, 0)}};
    made.inputs[1].absent = true; // nothing is drawn
    OpRun run(*available.backend, made);
    run.runForward();
    QCOMPARE(run.plan().tensor(run.outputs()[0]).shape.text(), y.text());
    const std::vector<double> got = run.read(run.outputs()[0]);
    const auto expected = each["output"].get<std::vector<double>>();
    QCOMPARE(got.size(), expected.size());
    // Keras computes in float, and takes 0.2989 for red's share of a grey where ours is 0.299.
    const double tolerance = each["step"] == "grey" ? 2e-4 : 2e-6;
    for (std::size_t i = 0; i < got.size(); ++i)
        QVERIFY2(std::abs(got[i] - expected[i]) <= tolerance,
                 qPrintable(QString("pixel %1: %2, Keras %3").arg(i).arg(got[i], 0, 'g', 9).arg(expected[i], 0, 'g', 9)));
}

NETSMITH_TEST(TestParity)

} // namespace test_parity

#include "test_parity.moc"
