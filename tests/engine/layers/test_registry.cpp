#include "engine/graph/project/project.h"
#include "engine/layers/registry.h"
#include "tests/engine/layers/recording_call.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <set>

namespace test_registry {

using namespace netsmith;
using netsmith::test::RecordingCall;

/// The rules that every layer must follow.
class TestLayerRegistry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAreInOrder();
    void everyLayer_data();
    void everyLayer();
    void everyLayerSurvivesAFile_data() { everyLayer_data(); }
    void everyLayerSurvivesAFile();
    void inferredShapesAreThoseOfTheOps_data() { everyLayer_data(); }
    void inferredShapesAreThoseOfTheOps();
    void weightsAreAsDeclared_data() { everyLayer_data(); }
    void weightsAreAsDeclared();
    void everyKindOfWeightHasItsOwnFigures();
};

namespace {

constexpr std::array kinds{WeightKind::alpha,      WeightKind::beta,  WeightKind::bias,   WeightKind::depthwise,
                           WeightKind::embeddings, WeightKind::gamma, WeightKind::kernel, WeightKind::pointwise,
                           WeightKind::recurrent,  WeightKind::scale};

const LayerSpec& layerNamed(const QString& id)
{
    return *layers().find(id.toStdString());
}

/// Shapes of one sample that a layer accepts: images for most, with sizes that distinguish the axes.
std::vector<std::vector<Shape>> inputsFor(const LayerSpec& layer)
{
    if (layer.inputs.empty())
        return {{}};
    std::vector<std::vector<Shape>> inputs;
    for (const Shape& shape :
         {Shape{9, 7, 4}, Shape{12, 12, 1}, Shape{4, 3, 32}, Shape{3, 4, 5, 2}, Shape{5, 6, 4, 2}, Shape{5, 6}, Shape{10}})
        inputs.emplace_back(layer.inputs[0].many ? 3 : layer.neededInputs(), shape);
    return inputs;
}

/// A value other than the default, so that losing it in a file is noticed.
ParameterValue otherValue(const ParameterSpec& spec)
{
    switch (spec.type) {
    case ParameterType::boolean: return !std::get<bool>(spec.defaultValue);
    case ParameterType::integer: return std::get<std::int64_t>(spec.defaultValue) == 1 ? std::int64_t{2} : std::int64_t{1};
    case ParameterType::real: return std::get<double>(spec.defaultValue) / 2.0 + 0.0625;
    case ParameterType::choice:
        return spec.choices.back().id == std::get<std::string>(spec.defaultValue) ? spec.choices.front().id
                                                                                  : spec.choices.back().id;
    case ParameterType::sizes: return std::vector<std::int64_t>(static_cast<std::size_t>(spec.maximumSizes), 3);
    case ParameterType::reals: return std::vector<double>{0.5, 2.0};
    case ParameterType::text: return std::string("another “text”");
    case ParameterType::names: return std::vector<std::string>{"one", "another"};
    }
    return false;
}

} // namespace

void TestLayerRegistry::idsAreInOrder()
{
    QVERIFY(std::ranges::is_sorted(layers(), std::less<>(), &LayerSpec::id));
    QVERIFY(std::ranges::adjacent_find(layers(), std::equal_to<>(), &LayerSpec::id) == layers().end());
}

void TestLayerRegistry::everyLayer_data()
{
    QTest::addColumn<QString>("id");
    for (const LayerSpec& layer : layers())
        QTest::newRow(layer.id.c_str()) << QString::fromStdString(layer.id);
}

void TestLayerRegistry::everyLayer()
{
    QFETCH(QString, id);
    const LayerSpec& layer = layerNamed(id);
    QVERIFY(std::ranges::all_of(layer.id, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }));
    QVERIFY(layer.version >= 1);
    QVERIFY(!layer.title.empty());
    QVERIFY2((layer.shortTitle.empty() ? layer.title : layer.shortTitle).size() <= 13, "needs a short title");
    QVERIFY(layer.doc.size() > 20 && layer.doc.ends_with('.'));
    QVERIFY(!layer.outputs.empty());
    for (std::size_t i = 0; i < layer.inputs.size(); ++i)
        QCOMPARE(layer.inputs[i].optional, i >= layer.neededInputs()); // only the last
    QVERIFY(layer.inputs.empty() || layer.neededInputs() > 0);
    QVERIFY(layer.width.empty() || layer.parameter(layer.width));
    QVERIFY(layer.keepsState.empty() || layer.parameter(layer.keepsState));
    QVERIFY(!layer.activation({}).empty());
    std::set<std::string> names;
    for (const ParameterSpec& parameter : layer.parameters) {
        QVERIFY2(names.insert(parameter.name).second, parameter.name.c_str());
        QVERIFY2(!parameter.title.empty() && parameter.doc.ends_with('.'), parameter.name.c_str());
        const auto problem = problemOf(parameter, parameter.defaultValue);
        QVERIFY2(!problem, problem ? problem->text().c_str() : "");
        const bool isNumber = parameter.type == ParameterType::integer || parameter.type == ParameterType::real
            || parameter.type == ParameterType::sizes;
        QCOMPARE(parameter.hard.has_value(), isNumber);
        QCOMPARE(parameter.usual.has_value(), isNumber);
        if (parameter.usual) {
            QVERIFY2(parameter.usual->minimum < parameter.usual->maximum, parameter.name.c_str());
            QVERIFY2(parameter.hard->contains(parameter.usual->minimum), parameter.name.c_str());
            QVERIFY2(parameter.hard->contains(parameter.usual->maximum), parameter.name.c_str());
        }
        QCOMPARE(parameter.choices.empty(), parameter.type != ParameterType::choice);
    }
}

void TestLayerRegistry::everyLayerSurvivesAFile()
{
    QFETCH(QString, id);
    const LayerSpec& layer = layerNamed(id);
    Project project;
    Node node{layer.id + "_1", layer.id, layer.version, "a title", {}, 40.0, -12.5};
    for (const ParameterSpec& parameter : layer.parameters)
        node.parameters[parameter.name] = otherValue(parameter);
    project.graph.nodes.push_back(node);

    const std::string text = toJson(project);
    const Project read = projectFromJson(text).take();
    QCOMPARE(toJson(read), text);
    for (const ParameterSpec& parameter : layer.parameters) {
        const ParameterValue value = normalised(parameter, read.graph.nodes[0].parameters.at(parameter.name));
        QVERIFY2(value == node.parameters[parameter.name], parameter.name.c_str());
    }
    QCOMPARE(read.graph.nodes[0].label(), node.label());
    QCOMPARE(read.graph.nodes[0].y, node.y);
}

void TestLayerRegistry::inferredShapesAreThoseOfTheOps()
{
    QFETCH(QString, id);
    const LayerSpec& layer = layerNamed(id);
    int fitting = 0;
    for (const std::vector<Shape>& inputs : inputsFor(layer)) {
        std::vector<Shape> inferred;
        try {
            inferred = layer.shapes({}, inputs);
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::input); // the layer does not accept this shape, and says so
            continue;
        }
        ++fitting;
        QCOMPARE(inferred.size(), layer.outputs.size());
        for (const bool training : {true, false})
            for (const std::int64_t batch : {1, 3}) {
                // An input layer gets the gathered batch.
                RecordingCall call("node", layer.inputs.empty() ? inferred : inputs, batch, training);
                layer.lower({}, call);
                for (std::size_t i = 0; i < inferred.size(); ++i)
                    QCOMPARE(call.outputShape(i).text(), inferred[i].withBatch(batch).text());
            }
    }
    QVERIFY(fitting > 0);
}

/// The kinds of weights that a layer declares decide which parameters it has for them.
void TestLayerRegistry::weightsAreAsDeclared()
{
    QFETCH(QString, id);
    const LayerSpec& layer = layerNamed(id);
    const std::set<WeightKind> declared(layer.weights.begin(), layer.weights.end());
    for (const std::vector<Shape>& inputs : inputsFor(layer)) {
        std::vector<Shape> inferred;
        try {
            inferred = layer.shapes({}, inputs);
        } catch (const Error&) {
            continue;
        }
        RecordingCall call("node", layer.inputs.empty() ? inferred : inputs, 2, true);
        layer.lower({}, call);
        std::set<WeightKind> asked;
        for (const auto& [name, weight] : call.weights)
            asked.insert(weight.kind);
        QVERIFY2(asked == declared, "say .weights(…) where the layer is declared");
    }
    QCOMPARE(layer.hasWeights(), !declared.empty());
    for (const char* ofKernels : {"max_norm", "keep_zeros"})
        QCOMPARE(layer.parameter(ofKernels) != nullptr, std::ranges::any_of(declared, decays));
    for (const WeightKind kind : kinds)
        for (const char* figure : {"initializer", "value", "stddev", "minval", "maxval", "gain", "l1", "l2"}) {
            const std::string name = std::string(nameOf(kind)) + '_' + figure;
            QVERIFY2((layer.parameter(name) != nullptr) == declared.contains(kind), name.c_str());
        }
}

void TestLayerRegistry::everyKindOfWeightHasItsOwnFigures()
{
    ParameterMap set;
    double next = 0.0;
    for (const WeightKind kind : kinds) {
        const std::string name(nameOf(kind));
        set[name + "_initializer"] = std::string("constant");
        for (const char* figure : {"_value", "_stddev", "_minval", "_maxval", "_gain", "_l1", "_l2"})
            set[name + figure] = next += 1.0;
    }
    double last = 0.0;
    for (const WeightKind kind : kinds) {
        const Initializer initializer = initializerOf(kind, set, {2, 3, 4, 5});
        const WeightPenalty penalty = penaltyOf(kind, set);
        QCOMPARE(initializer.id, std::string("constant"));
        for (const double figure : {initializer.value, initializer.stddev, initializer.minval, initializer.maxval, initializer.gain,
                                    penalty.l1, penalty.l2})
            QCOMPARE(figure, last += 1.0);
        QCOMPARE(initializer.fanIn, 2 * 3 * 4);
        QCOMPARE(initializer.fanOut, 2 * 3 * 5);
        QVERIFY(!penaltyOf(kind, {}).isSet());
    }
    QCOMPARE(initializerOf(WeightKind::bias, {}, {7}).fanIn, 7);
    QCOMPARE(initializerOf(WeightKind::bias, {}, {7}).fanOut, 7);
}

NETSMITH_TEST(TestLayerRegistry)

} // namespace test_registry

#include "test_registry.moc"
