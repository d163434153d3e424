#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/data/source.h"
#include "engine/graph/project/project_file.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/interop/scripts/script.h"
#include "engine/interop/scripts/script_weights.h"
#include "engine/layers/registry.h"
#include "engine/predict/field_types.h"
#include "engine/predict/network_prediction.h"
#include "engine/train/project_checks.h"
#include "tests/engine/layers/parity_json.h"
#include "tests/sample_names.h"
#include "tests/sample_project.h"
#include "tests/test_program.h"

#include <QtTest>

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <deque>
#include <fstream>
#include <map>
#include <set>

namespace test_scripts {

using namespace netsmith;
using netsmith::test::parityFixture;

namespace {

const std::filesystem::path projects = NETSMITH_PROJECTS;

/// The Python that has Keras, PyTorch and ruff.
QString peers()
{
    return qEnvironmentVariable("NETSMITH_PEERS");
}

void write(const QString& path, std::span<const std::byte> bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

void write(const QString& path, const std::string& text)
{
    write(path, std::as_bytes(std::span(text)));
}

CheckedProject sample(const std::string& name)
{
    const Project project = netsmith::test::sampleProject(projects, name);
    CheckedProject checked = train::checkProject(project, fieldTypes(data::sourceFor(project.data, data::dataPaths(""))->fields()));
    checked.requireOk();
    return checked;
}

interop::Script scriptOf(const CheckedProject& project, interop::ScriptFramework framework, bool training,
                         const std::string& name = "sample")
{
    return interop::scriptFor(project, interop::drawnArrays(project),
                              {.framework = framework, .name = name, .dataFolder = "/data", .training = training});
}

/// Whether a script can train a sample as we do: phases and cropping to the center have no counterpart, and the RMSprop of PyTorch
/// takes other steps.
bool trainsAlike(const std::string& name, interop::ScriptFramework framework)
{
    return name != "mnist_distillation" && name != "ants_bees_transfer" && name != "flowers_transfer"
        && (name != "vgg16_transfer" || framework == interop::ScriptFramework::keras);
}

/// Inputs and expected outputs beside a script.
class Cases {
public:
    void add(const std::string& name, const Shape& shape, DataType type, std::span<const double> values)
    {
        if (type == DataType::i64) {
            std::vector<std::int64_t>& kept = m_classes.emplace_back(values.begin(), values.end());
            m_tensors.push_back({name, type, shape, std::as_bytes(std::span(kept))});
            return;
        }
        std::vector<float>& kept = m_numbers.emplace_back(values.begin(), values.end());
        m_tensors.push_back({name, DataType::f32, shape, std::as_bytes(std::span(kept))});
    }
    void writeTo(const QString& path) const { write(path, writeSafetensors(m_tensors, {})); }

private:
    std::deque<std::vector<float>> m_numbers;
    std::deque<std::vector<std::int64_t>> m_classes;
    std::vector<TensorView> m_tensors;
};

/// Runs all scripts of a folder; of each its largest difference, or the error.
std::map<QString, QString> runAll(const QString& folder, QString& problem)
{
    QProcess process;
    process.start(peers(), {NETSMITH_SCRIPTS "/run_scripts.py", folder});
    process.waitForFinished(-1);
    problem = QString::fromUtf8(process.readAllStandardError());
    std::map<QString, QString> results;
    for (const QString& line : QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts))
        results[line.section(' ', 0, 0)] = line.section(' ', 1);
    return results;
}

/// A project of nothing but a layer; its inputs are fields of these shapes.
Project projectOf(const std::string& layerId, const ParameterMap& parameters, const std::vector<Shape>& inputs)
{
    Project project;
    const LayerSpec& spec = *layers().find(layerId);
    Node node;
    node.id = "tested";
    node.layer = layerId;
    node.parameters = parameters;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        Node input;
        input.id = "input_" + std::to_string(i + 1);
        input.layer = "input";
        input.parameters["shape"] = std::vector<std::int64_t>(inputs[i].sizes().begin(), inputs[i].sizes().end());
        input.parameters["field"] = "field_" + std::to_string(i + 1);
        const PortSpec& port = spec.inputs[std::min(i, spec.inputs.size() - 1)];
        project.graph.edges.push_back({{input.id, "output"}, {node.id, port.name}});
        project.graph.nodes.push_back(std::move(input));
    }
    project.graph.nodes.push_back(std::move(node));
    project.training.objectives[0].loss.id = "mean_squared_error";
    return project;
}

} // namespace

/// Scripts for Keras and PyTorch: every layer has its counterpart or says why not, and what they predict is what we do.
class TestScripts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLayerHasACounterpart();
    void samplesAreWritten_data();
    void samplesAreWritten();
    void textsAreAsExpected_data();
    void textsAreAsExpected();
    void aResidualNetworkIsShort();
    void whatHasNoCounterpartIsNamed();
    void layersPredictAsWeDo();
    void samplesPredictAsWeDo();
    void ruffFindsNothing();
};

void TestScripts::everyLayerHasACounterpart()
{
    // Inputs are the script's own, blocks are expanded, noise is no layer there, and neither has factors without a normalization.
    const std::vector<std::string> none{"affine", "block", "input", "random_normal"};
    for (const LayerSpec& spec : layers()) {
        const bool expected = std::ranges::find(none, spec.id) == none.end();
        QVERIFY2((spec.exports && spec.exports->keras) == expected, spec.id.c_str());
        QVERIFY2((spec.exports && spec.exports->pytorch) == expected, spec.id.c_str());
    }
}

void TestScripts::samplesAreWritten_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<interop::ScriptFramework>("framework");
    for (const std::string& name : netsmith::test::sampleNames(projects))
        for (const auto framework : {interop::ScriptFramework::keras, interop::ScriptFramework::pytorch})
            QTest::addRow("%s, %s", name.c_str(), std::string(titleOf(framework)).c_str())
                << QString::fromStdString(name) << framework;
}

/// What can't be trained alike is written without its training; the GAN's noise is no layer.
void TestScripts::samplesAreWritten()
{
    QFETCH(QString, name);
    QFETCH(interop::ScriptFramework, framework);
    const CheckedProject project = sample(name.toStdString());
    if (name == "mnist_gan") {
        QVERIFY_THROWS_EXCEPTION(Error, (void)scriptOf(project, framework, false));
        return;
    }
    const bool trains = trainsAlike(name.toStdString(), framework);
    if (!trains)
        QVERIFY_THROWS_EXCEPTION(Error, (void)scriptOf(project, framework, true));
    const interop::Script script = scriptOf(project, framework, trains);
    QVERIFY(script.source.find("def build_model()") != std::string::npos
            || script.source.find("class Network(nn.Module)") != std::string::npos);
    QVERIFY(script.source.find("  \n") == std::string::npos);
    QVERIFY(!script.weights.empty());
}

void TestScripts::textsAreAsExpected_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<interop::ScriptFramework>("framework");
    QTest::newRow("Keras, straight") << "mnist_cnn" << interop::ScriptFramework::keras;
    QTest::newRow("Keras, residual") << "cifar_resnet" << interop::ScriptFramework::keras;
    QTest::newRow("PyTorch, straight") << "mnist_cnn" << interop::ScriptFramework::pytorch;
    QTest::newRow("PyTorch, residual") << "cifar_resnet" << interop::ScriptFramework::pytorch;
    QTest::newRow("PyTorch, recurrent") << "char_lstm" << interop::ScriptFramework::pytorch;
}

/// NETSMITH_UPDATE_GOLDEN=1 writes the expected files again.
void TestScripts::textsAreAsExpected()
{
    QFETCH(QString, name);
    QFETCH(interop::ScriptFramework, framework);
    const std::string source = scriptOf(sample(name.toStdString()), framework, true, name.toStdString()).source;
    const QString path = QStringLiteral(NETSMITH_SCRIPT_FIXTURES "/%1_%2.py")
                             .arg(name, framework == interop::ScriptFramework::keras ? "keras" : "pytorch");
    if (qEnvironmentVariableIsSet("NETSMITH_UPDATE_GOLDEN"))
        write(path, source);
    QFile file(path);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
    QCOMPARE(QString::fromStdString(source), QString::fromUtf8(file.readAll()));
}

void TestScripts::aResidualNetworkIsShort()
{
    for (const auto framework : {interop::ScriptFramework::keras, interop::ScriptFramework::pytorch}) {
        const std::string source = scriptOf(sample("cifar_resnet"), framework, true).source;
        QVERIFY(std::ranges::count(source, '\n') <= 150);
    }
}

void TestScripts::whatHasNoCounterpartIsNamed()
{
    const CheckedProject gan = sample("mnist_gan");
    try {
        (void)scriptOf(gan, interop::ScriptFramework::keras, false);
        QFAIL("expected an error");
    } catch (const Error& error) {
        QVERIFY2(std::string(error.what()).find("noise") != std::string::npos, error.what());
    }
    Project stateful = projectOf("lstm", {{"stateful", true}}, {Shape{5, 3}});
    try {
        const CheckedProject checked(stateful, catalog(), {});
        (void)interop::networkCode(checked, interop::ScriptFramework::pytorch);
        QFAIL("expected an error");
    } catch (const Error& error) {
        QVERIFY2(std::string(error.what()).find("batch to batch") != std::string::npos, error.what());
    }
}

/// Every case of tests/parity, whose outputs other libraries computed: of what the script can't say it must have said so.
void TestScripts::layersPredictAsWeDo()
{
    if (peers().isEmpty())
        QSKIP("NETSMITH_PEERS names no Python with Keras and PyTorch");
    const QTemporaryDir folder;
    int refused = 0, written = 0;
    std::set<std::string> seen;
    for (const QString& family : QDir(NETSMITH_PARITY_FIXTURES).entryList({"*.json"}, QDir::Files, QDir::Name)) {
        int number = 0;
        for (const QJsonValue each : parityFixture(family)["cases"].toArray()) {
            ++number;
            // What depends on the training alone is no part of a prediction.
            const bool differs = each["training"].toBool() && !each["statistics"].toObject().isEmpty();
            if (differs || each["inputs"].toArray().isEmpty() || each["outputs"].toArray().isEmpty())
                continue;
            std::vector<Shape> inputs;
            for (const QJsonValue input : each["inputs"].toArray())
                inputs.push_back(netsmith::test::parityShape(input["shape"]).withoutBatch());
            const std::string id = each["layer"].toString().toStdString();
            const Project project = projectOf(id, netsmith::test::parityParameters(each["parameters"]), inputs);
            const bool ofClasses = !layers().find(id)->classesTaken.empty();
            std::vector<FieldType> fields;
            for (std::size_t i = 0; i < inputs.size(); ++i)
                fields.push_back({.name = "field_" + std::to_string(i + 1),
                                  .shape = inputs[i],
                                  .type = DataType::f32,
                                  .classes = ofClasses ? 2 : 0});
            const CheckedProject checked(project, catalog(), fields);
            std::deque<std::vector<float>> kept;
            SafetensorsFile arrays;
            for (const char* kind : {"weights", "statistics"}) {
                const QJsonObject tensors = each[kind].toObject();
                for (auto tensor = tensors.begin(); tensor != tensors.end(); ++tensor) {
                    const QJsonValue array = *tensor;
                    const std::vector<double> values = netsmith::test::parityValues(array["values"]);
                    kept.emplace_back(values.begin(), values.end());
                    arrays.tensors.push_back({"tested." + tensor.key().toStdString(), DataType::f32,
                                              netsmith::test::parityShape(array["shape"]), std::as_bytes(std::span(kept.back()))});
                }
            }
            Cases cases;
            const auto add = [&](const char* kind, const QJsonArray& tensors, bool classes) {
                int place = 0;
                for (const QJsonValue tensor : tensors)
                    cases.add(std::string(kind) + "/" + std::to_string(place++), netsmith::test::parityShape(tensor["shape"]),
                              classes ? DataType::i64 : DataType::f32, netsmith::test::parityValues(tensor["values"]));
            };
            add("input", each["inputs"].toArray(), ofClasses);
            add("expected", each["outputs"].toArray(), false);
            for (const auto framework : {interop::ScriptFramework::keras, interop::ScriptFramework::pytorch}) {
                const QString name = QStringLiteral("%1_%2_%3_%4")
                                         .arg(family.section(QChar('.'), 0, 0), QString::fromStdString(id))
                                         .arg(number)
                                         .arg(framework == interop::ScriptFramework::keras ? "keras" : "pytorch");
                // Keras over PyTorch averages a copy of the border where "same" pads by other amounts on both sides.
                const bool isKnown = framework == interop::ScriptFramework::keras && id.starts_with("average_pooling")
                    && each["parameters"]["padding"] == QStringLiteral("same");
                if (isKnown)
                    continue;
                try {
                    const interop::Script script =
                        interop::scriptFor(checked, arrays, {.framework = framework, .name = "case", .training = false});
                    write(folder.filePath(name + QStringLiteral(".py")), script.source);
                    write(folder.filePath(name + ".safetensors"), script.weights);
                    cases.writeTo(folder.filePath(name + ".cases.safetensors"));
                    seen.insert(id);
                    ++written;
                } catch (const Error& error) {
                    qInfo("%s: %s", qPrintable(name), error.what());
                    ++refused;
                }
            }
        }
    }
    QString problem;
    const std::map<QString, QString> results = runAll(folder.path(), problem);
    QVERIFY2(static_cast<int>(results.size()) == written, qPrintable(problem));
    QStringList wrong;
    for (const auto& [name, result] : results) {
        const QStringList words = result.split(' ');
        if (words[0] == "error" || !(words[0].toDouble() <= 2e-5 * std::max(1.0, words[1].toDouble())))
            wrong << name + ": " + result;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    qInfo("%d scripts of %d layers, %d refused", written, static_cast<int>(seen.size()), refused);
}

void TestScripts::samplesPredictAsWeDo()
{
    if (peers().isEmpty())
        QSKIP("NETSMITH_PEERS names no Python with Keras and PyTorch");
    constexpr std::int64_t count = 3;
    const QTemporaryDir folder;
    int written = 0;
    for (const std::string& name : netsmith::test::sampleNames(projects)) {
        if (name == "mnist_gan")
            continue;
        const CheckedProject checked = sample(name);
        const auto backend = loadBackend("reference").take();
        CompiledNetwork network(*backend, {.project = checked, .programs = {"predict"}}, {count});
        network.drawWeights();
        std::vector<data::FieldSpec> specs = data::sourceFor(checked.project().data, data::dataPaths(""))->fields();
        for (data::FieldSpec& spec : specs)
            spec.columns.clear(); // as if the columns had been read and fitted
        NetworkPrediction prediction(network, checked.project(), specs);
        std::vector<data::Field> given;
        for (const data::FieldSpec& spec : prediction.inputs()) {
            data::NewField made = data::makeField(spec, count);
            std::uint32_t state = 12345;
            const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 16; };
            const std::int64_t elements = spec.shape.elements() * count;
            for (std::int64_t i = 0; i < elements; ++i) {
                // Texts end in padding.
                const std::int64_t place = i % spec.shape.elements();
                const auto number = spec.classes > 0 ? (spec.classes > 1 && place < spec.shape.elements() - 5
                                                            ? 1 + next() % static_cast<std::uint32_t>(spec.classes - 1)
                                                            : 0)
                                                     : next() % 256;
                if (spec.type == DataType::u8)
                    made.bytes[i] = static_cast<std::byte>(number);
                else if (spec.type == DataType::i32)
                    reinterpret_cast<std::int32_t*>(made.bytes)[i] = static_cast<std::int32_t>(number);
                else
                    reinterpret_cast<float*>(made.bytes)[i] = static_cast<float>(number) / 128.0f - 1.0f;
            }
            given.push_back(made.field);
        }
        Cases cases;
        const std::vector<std::vector<double>> inputs = prediction.readNumbers(given);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            cases.add("input/" + std::to_string(i), given[i].spec.shape.withBatch(count),
                      given[i].spec.classes > 0 ? DataType::i64 : DataType::f32, inputs[i]);
        const std::vector<std::vector<float>> outputs = prediction.predict(given, count);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            cases.add("expected/" + std::to_string(i), prediction.outputs()[i].shape.withBatch(count), DataType::f32,
                      std::vector<double>(outputs[i].begin(), outputs[i].end()));
        for (const auto framework : {interop::ScriptFramework::keras, interop::ScriptFramework::pytorch}) {
            const QString stem =
                QString::fromStdString(name) + (framework == interop::ScriptFramework::keras ? "_keras" : "_pytorch");
            const interop::Script script = scriptOf(checked, framework, trainsAlike(name, framework));
            write(folder.filePath(stem + ".py"), script.source);
            write(folder.filePath(stem + ".safetensors"), script.weights);
            cases.writeTo(folder.filePath(stem + ".cases.safetensors"));
            ++written;
        }
    }
    QString problem;
    const std::map<QString, QString> results = runAll(folder.path(), problem);
    QVERIFY2(static_cast<int>(results.size()) == written, qPrintable(problem));
    for (const auto& [name, result] : results) {
        const QStringList words = result.split(' ');
        QVERIFY2(words[0] != "error" && words[0].toDouble() <= 1e-5 * std::max(1.0, words[1].toDouble()),
                 qPrintable(name + ": " + result));
    }
}

void TestScripts::ruffFindsNothing()
{
    if (peers().isEmpty())
        QSKIP("NETSMITH_PEERS names no Python with ruff");
    const QTemporaryDir folder;
    for (const std::string& name : netsmith::test::sampleNames(projects))
        for (const auto framework : {interop::ScriptFramework::keras, interop::ScriptFramework::pytorch})
            if (name != "mnist_gan")
                write(folder.filePath(QString::fromStdString(name + "_")
                                      + (framework == interop::ScriptFramework::keras ? "keras.py" : "pytorch.py")),
                      scriptOf(sample(name), framework, trainsAlike(name, framework)).source);
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(peers(), {"-m", "ruff", "check", "--isolated", folder.path()});
    process.waitForFinished(-1);
    QVERIFY2(process.exitCode() == 0, process.readAll().constData());
}

NETSMITH_TEST(TestScripts)

} // namespace test_scripts

#include "test_scripts.moc"
