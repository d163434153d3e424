#include "engine/predict/prediction.h"
#include "engine/train/evaluation.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace test_targets {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

constexpr double told = 0.375;

Node node(const char* id, const char* layer, ParameterMap parameters)
{
    return {.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)};
}

/// A teacher that outputs `told` for everything, with a dropout, and a student of 16 numbers that outputs 0 at first.
Project lesson(bool isLayer = true)
{
    Project project = tinyProject();
    Graph& graph = project.graph;
    graph.nodes.resize(2); // input and flatten
    graph.nodes.push_back(node("said", "rescaling", {{"scale", 0.0}, {"offset", told}}));
    graph.nodes.push_back(node("teacher", "dropout", {{"rate", 0.5}}));
    graph.nodes.push_back(node("student", "dense", {{"units", std::int64_t{16}}, {"kernel_initializer", std::string("zeros")}}));
    graph.edges.clear();
    for (const auto& [from, to] :
         {std::pair("input_1", "flatten_1"), {"flatten_1", "said"}, {"said", "teacher"}, {"flatten_1", "student"}})
        graph.edges.push_back({{from, "output"}, {to, "input"}, Json::object()});
    TrainingSettings& training = project.training;
    training.objectives = {{.output = "student", .loss = {"mean_squared_error", {}}, .metrics = {{"mean_absolute_error", {}}}}};
    if (isLayer)
        training.objectives[0].targetLayer = "teacher";
    else
        training.objectives[0].targetValue = told;
    training.optimizer = {"sgd", {{"learning_rate", 2.0}}};
    training.schedule = {"constant", {}};
    training.batch = 23;
    training.epochs = 1;
    return project;
}

} // namespace

/// Targets that are not a field of the data: the output of a layer, or a number.
class TestTargets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void areLayersOrNumbers_data();
    void areLayersOrNumbers();
    void keepTheStatisticsOfTeachers_data() { devices(); }
    void keepTheStatisticsOfTeachers();
    void trainedTeachersTellWithoutDropout_data() { devices(); }
    void trainedTeachersTellWithoutDropout();
    void areJudgedAndPredicted_data() { areLayersOrNumbers_data(); }
    void areJudgedAndPredicted();
    void tellWhatIsWrong_data();
    void tellWhatIsWrong();
    void stayInTheFile();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTargets::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestTargets::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestTargets::areLayersOrNumbers_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("isLayer");
    for (const char* device : {"reference", "cpu"})
        for (const bool isLayer : {true, false})
            QTest::addRow("%s, %s", device, isLayer ? "a layer" : "a number") << device << isLayer;
}

/// By hand: the loss is told², its gradient for each bias −2·told/16. A teacher computes as in evaluation, without dropout.
void TestTargets::areLayersOrNumbers()
{
    QFETCH(QString, device);
    QFETCH(bool, isLayer);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const Project project = lesson(isLayer);
    TrainOptions options = optionsFor(at("run"));
    std::vector<double> losses, errors;
    options.events.step = [&](const StepEvent& event) {
        losses.push_back(event.values[0].second);
        errors.push_back(event.values[1].second);
    };
    trainTiny(device.toStdString(), options, project);
    QCOMPARE(losses.size(), 1u);
    QVERIFY2(std::abs(losses[0] - told * told) < 1e-6, qPrintable(QString::number(losses[0])));
    QVERIFY(std::abs(errors[0] - told) < 1e-6);
    const Arrays after = arraysOf(checkpointOf(at("run"), 1).weights);
    for (const double bias : after.at("student.bias"))
        QVERIFY2(std::abs(bias - 2.0 * 2.0 * told / 16.0) < 1e-6, qPrintable(QString::number(bias)));
}

/// A teacher normalizes by its moving averages, which no step changes.
void TestTargets::keepTheStatisticsOfTeachers()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = lesson();
    project.graph.find("teacher")->layer = "batch_normalization";
    project.graph.find("teacher")->parameters = {{"epsilon", 1e-9}};
    project.training.epochs = 2;
    std::vector<double> losses;
    TrainOptions options = optionsFor(at("run"));
    options.events.step = [&](const StepEvent& event) { losses.push_back(event.values[0].second); };
    trainTiny(device.toStdString(), options, project);
    QVERIFY2(std::abs(losses.at(0) - told * told) < 1e-6, qPrintable(QString::number(losses[0])));
    const Arrays after = arraysOf(checkpointOf(at("run"), 2).weights);
    QCOMPARE(after.at("teacher.moving_mean"), std::vector<double>(16, 0.0));
    QCOMPARE(after.at("teacher.moving_variance"), std::vector<double>(16, 1.0));
}

/// A teacher that a phase of its own trains, with dropout, tells what it does in evaluation in the phase of its student.
void TestTargets::trainedTeachersTellWithoutDropout()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = lesson();
    project.graph.nodes.push_back(node("learned", "dense", {{"units", std::int64_t{16}}}));
    for (Edge& edge : project.graph.edges)
        if (edge.to.node == "said")
            edge.to.node = "learned";
    project.graph.edges.push_back({{"learned", "output"}, {"said", "input"}, Json::object()});
    TrainingSettings& training = project.training;
    training.objectives[0].groups = {"students"};
    training.objectives.push_back({.output = "teacher", .loss = {"mean_squared_error", {}}, .groups = {"teachers"}});
    training.objectives[1].targetValue = 0.0;
    training.groups = {{"teachers", {"learned"}}, {"students", {"student"}}};
    training.phases = {{.name = "teach", .groups = {"teachers"}, .epochs = 1}, {.name = "learn", .groups = {"students"}}};
    training.epochs = 2;
    std::vector<NamedValues> steps;
    TrainOptions options = optionsFor(at("run"));
    options.events.step = [&](const StepEvent& event) { steps.push_back(event.values); };
    trainTiny(device.toStdString(), options, project);
    QCOMPARE(steps.size(), 2u);
    const auto valueOf = [](const NamedValues& values, const std::string& name) {
        return std::ranges::find(values, name, &NamedValues::value_type::first)->second;
    };
    // With dropout of a half an output is 0 or twice what was told.
    QVERIFY(std::abs(valueOf(steps[0], "teacher/loss") - told * told) > 1e-3);
    QVERIFY2(std::abs(valueOf(steps[1], "student/loss") - told * told) < 1e-6,
             qPrintable(QString::number(valueOf(steps[1], "student/loss"))));
}

void TestTargets::areJudgedAndPredicted()
{
    QFETCH(QString, device);
    QFETCH(bool, isLayer);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = lesson(isLayer);
    project.training.epochs = 200;
    project.training.optimizer = {"adam", {{"learning_rate", 0.01}}};
    const DoneEvent done = trainTiny(device.toStdString(), optionsFor(at("run")), project);
    const auto value = std::ranges::find(done.values, std::string("val_mean_absolute_error"), &NamedValues::value_type::first);
    QVERIFY(value != done.values.end() && value->second < 0.05);

    Predictor predictor(at("run"));
    QCOMPARE(predictor.outputs().size(), 1u);
    QCOMPARE(predictor.outputs()[0].target.name, std::string());
    const data::Field image = tinyData().set.test.fields[0];
    const std::vector<float> said = predictor.predict(std::vector{image}).front();
    QCOMPARE(said.size(), 7u * 16u);
    for (const float number : said)
        QVERIFY2(std::abs(double(number) - told) < 0.2, qPrintable(QString::number(double(number))));
}

void TestTargets::tellWhatIsWrong_data()
{
    QTest::addColumn<QString>("objective");
    QTest::addColumn<QString>("words");
    QTest::newRow("no such layer") << R"("target_layer": "teecher")"
                                   << "there is no layer \"teecher\"";
    QTest::newRow("another shape") << R"("target_layer": "input_1")"
                                   << "student";
    QTest::newRow("both") << R"("target_layer": "teacher", "target_value": 1)"
                          << "name one of them";
    QTest::newRow("with a field") << R"("target": "image", "target_value": 1)"
                                  << "name one of them";
    QTest::newRow("no number") << R"("target_value": 1e300)"
                               << "target_value is 1e+300";
}

void TestTargets::tellWhatIsWrong()
{
    QFETCH(QString, objective);
    QFETCH(QString, words);
    Json file = Json::parse(toJson(lesson()));
    Json& first = file["training"]["objectives"][0];
    first.erase("target_layer");
    first.update(Json::parse("{" + objective.toStdString() + "}"));
    const Project project = projectFromJson(file.dump()).take();
    const Error error = errorOf([&] { trainTiny("reference", optionsFor(at("run")), project); });
    QVERIFY2(error.kind() == ErrorKind::input && mentions(error, words.toStdString()), error.what());
}

void TestTargets::stayInTheFile()
{
    Project project = lesson();
    project.training.objectives.push_back({.output = "said"});
    project.training.objectives[1].targetValue = 0.5;
    const Json objectives = Json::parse(toJson(project))["training"]["objectives"];
    QCOMPARE(objectives[0].value("target_layer", ""), std::string("teacher"));
    QVERIFY(!objectives[0].contains("target") && !objectives[1].contains("target"));
    QCOMPARE(objectives[1].value("target_value", 0.0), 0.5);
    QVERIFY(projectFromJson(toJson(project)).take() == project);
}

NETSMITH_TEST(TestTargets)

} // namespace test_targets

#include "test_targets.moc"
