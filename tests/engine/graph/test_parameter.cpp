#include "engine/graph/specs/spec.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace test_parameter {

using namespace netsmith;
using Sizes = std::vector<std::int64_t>;

namespace {

struct Settings {
    bool on = true;
    std::int64_t count = 3;
    double rate = 0.5;
    std::string mode = "same";
    Sizes kernel{3, 3};
    std::string field = "image";
    std::vector<double> weights;
    std::vector<std::string> layers{"head"};
};

ParameterBuilder<Settings> declared()
{
    ParameterBuilder<Settings> builder;
    builder.boolean("on", &Settings::on, "On", "Whether.")
        .integer("count", &Settings::count, "Count", "How many.")
        .range(1, 10)
        .real("rate", &Settings::rate, "Rate", "How much.")
        .hard({0.0, 1.0, false, true})
        .choice("mode", &Settings::mode, "Mode", "Which.", {{"same", "Same"}, {"valid", "Valid"}})
        .sizes("kernel", &Settings::kernel, 2, 2, "Kernel", "How large.")
        .range(1, 7)
        .text("field", &Settings::field, "Field", "From where.")
        .reals("weights", &Settings::weights, 0, 3, "Weights", "How much each.")
        .range(0, 100)
        .names("layers", &Settings::layers, "Layers", "Which.");
    return builder;
}

QString problem(const char* name, const ParameterValue& value)
{
    const auto builder = declared();
    const auto& specs = builder.specs();
    const auto found = problemOf(*std::ranges::find(specs, name, &ParameterSpec::name), value);
    return found ? QString::fromStdString(found->text()) : QString();
}

} // namespace

class TestParameter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void problems_data();
    void problems();
    void bindsWhatWasSet();
    void bindThrowsTheFirstProblem();
    void assignsAndReadsBack();
    void someMatterWithOthersAlone();
    void oneSizeStandsForAll();
    void writesValues();
};

void TestParameter::problems_data()
{
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QString& found, const char* expected) {
        QTest::newRow(name) << found << QString::fromUtf8(expected);
    };
    row("integer", problem("count", std::int64_t{10}), "");
    row("integer too large", problem("count", std::int64_t{11}), "count must be in [1, 10], got 11");
    row("integer as text", problem("count", std::string("many")), "count: expected an integer, got many");
    row("integer as real", problem("count", 2.5), "count: expected an integer, got 2.5");
    row("integer as switch", problem("count", true), "count: expected an integer, got true");
    row("real as integer", problem("rate", std::int64_t{0}), "");
    row("real at an open bound", problem("rate", 1.0), "rate must be in [0, 1), got 1");
    row("real below", problem("rate", -0.1), "rate must be in [0, 1), got -0.1");
    row("not a number", problem("rate", std::nan("")), "rate must be a finite number, got nan");
    row("infinite", problem("rate", std::numeric_limits<double>::infinity()), "rate must be a finite number, got inf");
    row("choice", problem("mode", std::string("valid")), "");
    row("unknown choice", problem("mode", std::string("full")), "mode must be one of same, valid, got \"full\"");
    row("choice in another case", problem("mode", std::string("Same")), "mode can't be \"Same\"; did you mean \"same\"?");
    row("sizes", problem("kernel", Sizes{1, 7}), "");
    row("one size", problem("kernel", std::int64_t{5}), "");
    row("three sizes", problem("kernel", Sizes{3, 3, 3}), "kernel: expected 2 integers, got 3");
    row("no sizes", problem("kernel", Sizes{}), "kernel: expected 2 integers, got 0");
    row("one size out of range", problem("kernel", Sizes{3, 0}), "kernel must be in [1, 7], got 3×0");
    row("text", problem("field", std::string("anything")), "");
    row("text as integer", problem("field", std::int64_t{1}), "field: expected a text, got 1");
    row("reals", problem("weights", std::vector{1.0, 2.5}), "");
    row("integers as reals", problem("weights", Sizes{1, 2}), "");
    row("one real", problem("weights", 2.5), "");
    row("no reals", problem("weights", Sizes{}), "");
    row("too many reals", problem("weights", Sizes{1, 2, 3, 4}), "weights: expected 0 to 3 numbers, got 4");
    row("one real out of range", problem("weights", std::vector{1.0, -2.5}), "weights must be in [0, 100], got 1, -2.5");
    row("reals that are not numbers", problem("weights", std::vector{1.0, std::nan("")}),
        "weights must be a finite number, got nan");
    row("reals as text", problem("weights", std::string("many")), "weights: expected 0 to 3 numbers, got many");
    row("names", problem("layers", std::vector<std::string>{"a", "b"}), "");
    row("one name", problem("layers", std::string("a")), "");
    row("no names", problem("layers", Sizes{}), "");
    row("numbers as names", problem("layers", Sizes{1, 2}), "layers: expected a list of names, got 1×2");
    row("switch", problem("on", std::int64_t{1}), "on: expected true or false, got 1");
}

void TestParameter::problems()
{
    QFETCH(QString, found);
    QFETCH(QString, expected);
    QCOMPARE(found, expected);
}

void TestParameter::bindsWhatWasSet()
{
    const Settings settings = declared().bind({{"rate", std::int64_t{0}}, {"kernel", Sizes{5}}, {"unknown", true}});
    QCOMPARE(settings.rate, 0.0);
    QCOMPARE(settings.kernel, (Sizes{5, 5}));
    QCOMPARE(settings.count, 3);
    QCOMPARE(settings.mode, std::string("same"));
}

void TestParameter::bindThrowsTheFirstProblem()
{
    try {
        (void)declared().bind({{"count", std::int64_t{0}}});
        QFAIL("nothing was thrown");
    } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::input);
        QCOMPARE(error.message().id(), std::string("parameter.range"));
    }
}

void TestParameter::assignsAndReadsBack()
{
    const auto builder = declared();
    Settings settings;
    builder.assign(settings, "count", std::int64_t{99}); // ranges are not checked
    builder.assign(settings, "kernel", std::int64_t{2});
    const std::vector<ParameterValue> values = builder.values(settings);
    QCOMPARE(values.size(), builder.specs().size());
    QVERIFY(values[1] == ParameterValue(std::int64_t{99}));
    QVERIFY(values[4] == ParameterValue(Sizes{2, 2}));
    QVERIFY(values[7] == ParameterValue(std::vector<std::string>{"head"}));
    builder.assign(settings, "layers", std::string("one"));
    QCOMPARE(settings.layers, std::vector<std::string>{"one"});
    builder.assign(settings, "layers", Sizes{}); // an empty list does not show its type
    QVERIFY(settings.layers.empty());
}

void TestParameter::someMatterWithOthersAlone()
{
    ParameterBuilder<Settings> builder = declared();
    builder.onlyWith("mode", {"valid", "full"}).onlyWith("on", {"true"});
    std::vector<ParameterSpec> specs = builder.specs();
    const auto matters = [&](const ParameterMap& values) { return isRelevant(specs.back(), specs, values); };
    QVERIFY(!matters({})); // the mode is "same" by default
    QVERIFY(matters({{"mode", std::string("valid")}}));
    QVERIFY(!matters({{"mode", std::string("valid")}, {"on", false}}));
    specs[3].relevance = {{"count", {"4"}}}; // the mode itself matters with a count alone
    QVERIFY(!matters({{"mode", std::string("valid")}}));
    QVERIFY(matters({{"mode", std::string("valid")}, {"count", std::int64_t{4}}}));
    QVERIFY(isRelevant(specs[0], specs, {}));
}

void TestParameter::oneSizeStandsForAll()
{
    ParameterSpec shape;
    shape.type = ParameterType::sizes;
    shape.defaultValue = Sizes{28, 28, 1};
    shape.minimumSizes = 1;
    shape.maximumSizes = 4;
    QVERIFY(normalised(shape, Sizes{784}) == ParameterValue(Sizes{784})); // a vector of 784, not an image
    shape.minimumSizes = shape.maximumSizes = 4;
    QVERIFY(normalised(shape, Sizes{1}) == ParameterValue(Sizes{1, 1, 1, 1}));
    QVERIFY(normalised(shape, Sizes{1, 2}) == ParameterValue(Sizes{1, 2}));
}

void TestParameter::writesValues()
{
    QCOMPARE(textOf(true), std::string("true"));
    QCOMPARE(textOf(std::int64_t{-3}), std::string("-3"));
    QCOMPARE(textOf(1e-7), std::string("1e-07"));
    QCOMPARE(textOf(std::string("same")), std::string("same"));
    QCOMPARE(textOf(Sizes{3, 1}), std::string("3×1"));
    QCOMPARE(textOf(std::vector<std::string>{"a", "b"}), std::string("a, b"));
    QCOMPARE(textOf(std::vector<std::string>()), std::string("none"));
    QCOMPARE((Range{0.0, 1.0, true, false}.text()), std::string("(0, 1]"));
}

NETSMITH_TEST(TestParameter)

} // namespace test_parameter

#include "test_parameter.moc"
