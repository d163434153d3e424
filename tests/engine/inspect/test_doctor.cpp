#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/core/philox.h"
#include "engine/inspect/doctor/doctor.h"
#include "engine/inspect/doctor/round.h"
#include "engine/losses/measured_quantity.h"
#include "engine/predict/field_types.h"
#include "engine/train/project_checks.h"
#include "engine/train/training_loop.h"
#include "tests/engine/inspect/points_in_classes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

namespace test_doctor {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

/// A chain of layers behind the points; "dense" has 16 units.
Project chainOf(const std::vector<Node>& layers, int features = 8)
{
    Project project;
    project.graph.nodes = {{.id = "points",
                            .layer = "input",
                            .version = 1,
                            .title = {},
                            .parameters = {{"field", std::string("point")}, {"shape", std::vector<std::int64_t>{features}}}}};
    for (const Node& layer : layers) {
        project.graph.edges.push_back({{project.graph.nodes.back().id, "output"}, {layer.id, "input"}, Json::object()});
        project.graph.nodes.push_back(layer);
    }
    project.data.source = "points";
    project.training.epochs = 1000;
    project.training.batch = 16;
    project.training.device = backendFor("reference").take()->devices().front().id;
    project.training.optimizer.parameters = {{"learning_rate", 0.01}};
    project.training.objectives.front().metrics = {{"balanced_accuracy", {}}};
    return project;
}

Node dense(std::string id, const std::string& activation, std::int64_t units = 16, ParameterMap more = {})
{
    more["activation"] = activation;
    more["units"] = units;
    return {.id = std::move(id), .layer = "dense", .version = 1, .title = {}, .parameters = std::move(more)};
}

std::vector<Node> hidden(int layers, const std::string& activation, const ParameterMap& more = {})
{
    std::vector<Node> nodes;
    for (int i = 1; i <= layers; ++i)
        nodes.push_back(dense(fmt::format("hidden_{}", i), activation, 16, more));
    return nodes;
}

std::vector<Node> classifier(std::vector<Node> nodes, const std::string& activation = "softmax")
{
    nodes.push_back(dense("output", activation, 3));
    return nodes;
}

Examination examined(const Project& project, train::LoadedData data, int steps = 200)
{
    train::TrainingSetup setup(project, std::move(data), *backendFor("reference").take(), {});
    setup.network().drawWeights();
    return examine(setup, {.steps = steps});
}

const Diagnosis* found(const Examination& examination, Ailment ailment)
{
    const auto at = std::ranges::find(examination.diagnoses, ailment, &Diagnosis::ailment);
    return at == examination.diagnoses.end() ? nullptr : &*at;
}

std::string namesOf(const Examination& examination)
{
    std::string names;
    for (const Diagnosis& diagnosis : examination.diagnoses)
        names += fmt::format("{} ({}) ", idOf(diagnosis.ailment), diagnosis.finding.text());
    return names;
}

/// What a training of some steps reaches; the worst value if it diverges. Of an early stopped one that of its best epoch.
double resultOf(const Project& project, train::LoadedData data, const std::string& quantity, int steps = 200)
{
    train::TrainingSetup setup(project, std::move(data), *backendFor("reference").take(), {});
    setup.network().drawWeights();
    train::TrainingLoop loop(setup, setup.project().training);
    loop.beginEpoch();
    const double worst = measuredQuantity(quantity).higherIsBetter ? -INFINITY : INFINITY;
    double best = worst;
    double last = worst;
    const auto judge = [&] {
        const auto epoch = loop.endEpoch();
        last = std::ranges::find(epoch->values, quantity, &NamedValues::value_type::first)->second;
        best = epoch->best ? last : best;
    };
    while (loop.step() < steps && !loop.isOver()) {
        if (!loop.isAtEpochEnd()) {
            if (loop.launch(1, 1).done < 1)
                return worst;
            continue;
        }
        judge();
        if (!loop.isOver())
            loop.beginEpoch();
    }
    if (!loop.isOver())
        judge();
    if (project.training.earlyStopping.restoreBest)
        return best;
    return std::isfinite(last) ? last : worst;
}

struct Patient {
    Project project;
    Samples samples{};
    std::string quantity = "val_balanced_accuracy";
    int steps = 200; ///< after which the quantity is compared
};

Project withSetting(Project project, const std::string& setting)
{
    applySetting(project, setting);
    return project;
}

} // namespace

/// The doctor finds what is wrong with broken trainings, mends it, and leaves sound ones alone.
class TestDoctor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachAilmentIsFoundAndMended_data();
    void eachAilmentIsFoundAndMended();
    void eachAilmentHasAPatient();
    void constantColumnsAreFoundAndLeftOut();
    void leakageIsFoundAndEnded();
    void soundSamplesStaySilent_data();
    void soundSamplesStaySilent();
    void soundTrainingsStaySilent_data();
    void soundTrainingsStaySilent();
    void remediesFitTheirProject();
    void layersInBlocksAreSetThroughTheirBlock();
    void aRemedyIsAppliedWholeOrNotAtAll();
    void aLongHistoryStaysSmall();

private:
    void patient(Ailment ailment, Patient patient)
    {
        for (int seed = 1; seed <= 3; ++seed)
            QTest::addRow("%s, seed %d", std::string(idOf(ailment)).c_str(), seed) << static_cast<int>(ailment) << seed;
        m_patients[ailment] = std::move(patient);
    }
    std::map<Ailment, Patient> m_patients;
};

void TestDoctor::eachAilmentIsFoundAndMended_data()
{
    QTest::addColumn<int>("ailment");
    QTest::addColumn<int>("seed");
    const auto small = [] { return chainOf(classifier(hidden(2, "relu"))); };
    Project sgd = small();
    sgd.training.optimizer = {"sgd", {{"learning_rate", 0.05}}};

    patient(Ailment::unscaledInput, {withSetting(sgd, "optimizer.learning_rate=0.01"), {.offset = 300.0, .factor = 50.0}});
    patient(Ailment::unshuffledData, {withSetting(small(), "data.shuffle=false"), {.train = 1600, .apart = 0.7, .sorted = true}});
    patient(Ailment::classImbalance, {small(), {.apart = 0.5, .rare = 0.05}});
    Project wide = chainOf({dense("hidden_1", "relu", 128), dense("hidden_2", "relu", 128), dense("output", "softmax", 3)});
    patient(Ailment::wrongLabels, {wide, {.train = 800, .apart = 2.0, .wrong = 0.15}, "val_loss", 1000});
    Project squares = withSetting(chainOf(classifier(hidden(2, "relu"))), "loss=mean_squared_error");
    squares.training.objectives.front().target = "onehot";
    squares.training.objectives.front().metrics = {{"accuracy", {}}};
    squares.training.optimizer = {"sgd", {{"learning_rate", 0.02}}};
    patient(Ailment::squaredErrorOfSoftmax, {squares, {.apart = 0.7}, "val_accuracy"});
    Project divergence = withSetting(chainOf(classifier(hidden(2, "relu"), "none")), "loss=kl_divergence");
    divergence.training.objectives.front().target = "onehot";
    divergence.training.objectives.front().metrics = {{"accuracy", {}}};
    patient(Ailment::lossOfLogits, {divergence, {.apart = 0.7}, "val_accuracy"});
    Project deep = chainOf(classifier(hidden(12, "relu")));
    deep.training.optimizer = {"sgd", {{"learning_rate", 0.02}}};
    patient(Ailment::missingNormalization, {deep, {}});
    std::vector<Node> normalized = hidden(2, "relu");
    normalized.insert(normalized.begin() + 1,
                      {.id = "norm", .layer = "batch_normalization", .version = 1, .title = {}, .parameters = {}});
    patient(Ailment::batchNormalizationOfOne, {withSetting(chainOf(classifier(normalized)), "training.batch=1"), {}});
    patient(Ailment::vanishingGradients, {chainOf(classifier(hidden(10, "sigmoid"))), {}});
    Project large =
        chainOf(classifier(hidden(4, "relu", {{"kernel_initializer", std::string("random_normal")}, {"kernel_stddev", 4.0}})));
    large.training.optimizer = {"sgd", {{"learning_rate", 0.01}}};
    patient(Ailment::explodingGradients, {large, {}});
    patient(Ailment::deadUnits,
            {chainOf(classifier(hidden(2, "relu", {{"bias_initializer", std::string("constant")}, {"bias_value", -6.0}}))), {}});
    patient(Ailment::saturation,
            {chainOf(classifier(hidden(2, "tanh", {{"kernel_initializer", std::string("random_normal")}, {"kernel_stddev", 8.0}}))),
             {.apart = 0.5}});
    patient(Ailment::rateTooHigh, {withSetting(small(), "optimizer.learning_rate=3"), {.apart = 0.5}});
    patient(Ailment::rateTooLow, {withSetting(small(), "optimizer.learning_rate=1e-7"), {}});
    Project learnsByHeart =
        chainOf({dense("hidden_1", "relu", 128), dense("hidden_2", "relu", 128), dense("output", "softmax", 3)});
    patient(Ailment::overfitting, {learnsByHeart, {.train = 48, .apart = 0.3}, "val_loss"});
    Project half = small();
    half.training.precision = "fp16-emulated";
    half.training.lossScale = 1.0;
    half.training.objectives.front().weight = 1e-9;
    half.training.optimizer.parameters["epsilon"] = 1e-18;
    patient(Ailment::underflow, {half, {}});
}

void TestDoctor::eachAilmentIsFoundAndMended()
{
    QFETCH(const int, ailment);
    QFETCH(const int, seed);
    const auto wanted = static_cast<Ailment>(ailment);
    const Patient& patient = m_patients.at(wanted);
    Project project = patient.project;
    project.training.seed = seed;
    const auto data = [&] { return dataOf(patient.samples, static_cast<std::uint64_t>(seed)); };
    const Examination examination = examined(project, data());
    const Diagnosis* diagnosis = found(examination, wanted);
    const std::string names = namesOf(examination);
    qInfo("%s", names.c_str());
    QVERIFY2(diagnosis, names.c_str());
    QVERIFY(!diagnosis->finding.text().empty() && !diagnosis->reason.text().empty() && !diagnosis->advice.text().empty());
    QVERIFY(diagnosis->remedy);
    const double before = resultOf(project, data(), patient.quantity, patient.steps);
    applyRemedy(project, *diagnosis->remedy);
    const double after = resultOf(project, data(), patient.quantity, patient.steps);
    qInfo("%s: %.4f -> %.4f by %s", patient.quantity.c_str(), before, after, diagnosis->remedy->name.text().c_str());
    QVERIFY2(measuredQuantity(patient.quantity).isBetter(after, before), fmt::format("{} → {}", before, after).c_str());
    const Examination again = examined(project, data());
    QVERIFY2(!found(again, wanted) || wanted == Ailment::wrongLabels, namesOf(again).c_str());
}

void TestDoctor::eachAilmentHasAPatient()
{
    std::set<std::string_view> ids;
    for (const Ailment ailment : ailments) {
        QVERIFY(ids.insert(idOf(ailment)).second);
        QVERIFY(!titleOf(ailment).text().empty());
        QVERIFY2(m_patients.contains(ailment) || ailment == Ailment::constantInput || ailment == Ailment::leakage,
                 std::string(idOf(ailment)).c_str());
    }
}

/// A column of the file that never changes, and is large.
void TestDoctor::constantColumnsAreFoundAndLeftOut()
{
    for (int seed = 1; seed <= 3; ++seed) {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("table.csv").toStdString();
        {
            std::ofstream table(path);
            table << "left,always,right,kind\n";
            RandomStream random(static_cast<std::uint64_t>(seed), 0);
            for (int row = 0; row < 400; ++row) {
                const bool isA = random.uniform() < 0.5;
                table << fmt::format("{:.4f},30,{:.4f},{}\n", random.normal() + (isA ? 1.0 : -1.0), random.normal(),
                                     isA ? 'a' : 'b');
            }
        }
        Project project = chainOf({dense("hidden_1", "relu"), dense("output", "softmax", 2)}, 3);
        project.graph.nodes.front().parameters["field"] = std::string("features");
        project.data.source = "csv";
        project.data.path = path;
        project.data.parameters["standardise"] = false;
        project.data.validation = "split";
        project.training.seed = seed;
        project.training.optimizer = {"sgd", {{"learning_rate", 0.02}}};
        const auto data = [&] { return train::loadData(project, {}); };
        const Examination examination = examined(project, data());
        const Diagnosis* diagnosis = found(examination, Ailment::constantInput);
        QVERIFY2(diagnosis, namesOf(examination).c_str());
        QVERIFY(diagnosis->finding.text().find("always") != std::string::npos);
        QVERIFY(diagnosis->remedy);
        const double before = resultOf(project, data(), "val_loss");
        applyRemedy(project, *diagnosis->remedy);
        const double after = resultOf(project, data(), "val_loss");
        qInfo("val_loss: %.4f -> %.4f", before, after);
        QVERIFY2(after < before, fmt::format("{} → {}", before, after).c_str());
        QVERIFY(!found(examined(project, data()), Ailment::constantInput));
    }
}

/// Classes that nothing tells: a validation that knows them by heart is better than chance, one held out is not.
void TestDoctor::leakageIsFoundAndEnded()
{
    for (int seed = 1; seed <= 3; ++seed) {
        Project project = chainOf({dense("hidden_1", "relu", 128), dense("output", "softmax", 3)});
        project.training.seed = seed;
        const auto data = [&] {
            return dataOf({.train = 100, .test = 100, .random = true, .copies = true}, static_cast<std::uint64_t>(seed));
        };
        const Examination examination = examined(project, data());
        const Diagnosis* diagnosis = found(examination, Ailment::leakage);
        QVERIFY2(diagnosis, namesOf(examination).c_str());
        QVERIFY(diagnosis->remedy);
        const double before = resultOf(project, data(), "val_balanced_accuracy");
        applyRemedy(project, *diagnosis->remedy);
        const double after = resultOf(project, data(), "val_balanced_accuracy");
        qInfo("val_balanced_accuracy, by chance 0.3333: %.4f -> %.4f", before, after);
        QVERIFY2(std::abs(after - 1.0 / 3.0) < std::abs(before - 1.0 / 3.0), fmt::format("{} → {}", before, after).c_str());
        QVERIFY(!found(examined(project, data()), Ailment::leakage));
    }
}

void TestDoctor::soundSamplesStaySilent_data()
{
    QTest::addColumn<QString>("project");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<int>("steps");
    for (const char* sound : {"curve", "mnist_mlp", "points", "sentiment", "sine_forecast", "table_classifier"})
        QTest::newRow(sound) << sound << "" << 200;
    for (const char* slow : {"mnist_autoencoder", "mnist_cnn", "mnist_cnn_onehot", "mnist_distillation", "mnist_gan",
                             "mnist_residual", "row_lstm", "shifted_digits", "text_lstm"})
        QTest::newRow(slow) << slow << "" << 60;
    QTest::newRow("faint_loss") << "faint_loss"
                                << "underflow" << 200;
    QTest::newRow("mnist_mlp_raw") << "mnist_mlp_raw"
                                   << "unscaled_input" << 200;
}

void TestDoctor::soundSamplesStaySilent()
{
    QFETCH(const QString, project);
    QFETCH(const QString, wanted);
    QFETCH(const int, steps);
    const std::string id = project.toStdString();
    Project sample = loadProject(fmt::format("{0}/{1}/{1}.netsmith", NETSMITH_PROJECTS, id)).take();
    Expected<Backend*> backend = backendFor("cpu");
    if (!backend)
        QSKIP("the CPU backend was not built");
    sample.training.device = "cpu";
    const char* const dataDir = std::getenv("NETSMITH_DATA_DIR");
    std::optional<train::LoadedData> data;
    try {
        data = train::loadData(sample, dataDir ? dataDir : "");
    } catch (const Error& error) {
        QSKIP(error.what());
    }
    train::TrainingSetup setup(sample, std::move(*data), *std::move(backend).take(), {});
    setup.network().drawWeights();
    const Examination examination = examine(setup, {.steps = steps, .measured = 5});
    std::string ids;
    for (const Diagnosis& diagnosis : examination.diagnoses)
        ids += idOf(diagnosis.ailment);
    QVERIFY2(ids == wanted.toStdString(), namesOf(examination).c_str());
    QCOMPARE(examination.history.stepCount(), steps);
}

/// Trainings that look odd and are not ill.
void TestDoctor::soundTrainingsStaySilent_data()
{
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<int>("steps");
    QTest::newRow("a spiral that is not learned yet") << "points" << QStringList{"data.source.set=spiral"} << 200;
    QTest::newRow("noise") << "points" << QStringList{"data.source.noise=0.3"} << 200;
    QTest::newRow("one sample at a time") << "curve" << QStringList{"training.batch=1", "training.seed=2"} << 200;
    QTest::newRow("learned long ago") << "points" << QStringList{} << 1500;
}

void TestDoctor::soundTrainingsStaySilent()
{
    QFETCH(const QString, sample);
    QFETCH(const QStringList, settings);
    QFETCH(const int, steps);
    const std::string id = sample.toStdString();
    Project project = loadProject(fmt::format("{0}/{1}/{1}.netsmith", NETSMITH_PROJECTS, id)).take();
    for (const QString& setting : settings)
        applySetting(project, setting.toStdString());
    project.training.device = backendFor("reference").take()->devices().front().id;
    const Examination examination = examined(project, train::loadData(project, {}), steps);
    QVERIFY2(examination.diagnoses.empty(), namesOf(examination).c_str());
}

/// No remedy that the loss has no setting for, or that takes an activation away that the network needs.
void TestDoctor::remediesFitTheirProject()
{
    Project hinge = withSetting(chainOf(classifier(hidden(2, "relu"), "none")), "loss=hinge");
    hinge.graph.nodes.back().parameters["units"] = std::int64_t{1};
    hinge.training.objectives.front().metrics = {};
    const Examination unweighed = examined(hinge, dataOf({.classes = 2, .rare = 0.05}, 1), 20);
    const Diagnosis* imbalance = found(unweighed, Ailment::classImbalance);
    QVERIFY2(imbalance, namesOf(unweighed).c_str());
    QVERIFY(!imbalance->remedy);

    std::vector<Diagnosis> diagnoses;
    const Project sound = chainOf(classifier(hidden(2, "relu")));
    const train::LoadedData data = dataOf({}, 1);
    const CheckedProject checked = train::checkProject(sound, fieldTypes(data.set.train));
    QVERIFY(checked.ok());
    for (const char* setting : {"output.units=5", "output.units=3", "output.activation=softmax", "nowhere.units=3"}) {
        Diagnosis diagnosis;
        diagnosis.remedy = Remedy{Message(), {setting, "training.seed=9"}, {}};
        addTo(diagnoses, {diagnosis}, checked);
    }
    QVERIFY(!diagnoses[0].remedy); // three classes
    QVERIFY(diagnoses[1].remedy && diagnoses[2].remedy);
    QVERIFY(!diagnoses[3].remedy);

    // Gradients of 0 behind dead units are not lost by the precision.
    Project dead = chainOf(classifier(hidden(2, "relu", {{"bias_initializer", std::string("constant")}, {"bias_value", -60.0}})));
    dead.training.precision = "fp16-emulated";
    const Examination still = examined(dead, dataOf({}, 1), 60);
    QVERIFY2(found(still, Ailment::deadUnits) && !found(still, Ailment::underflow), namesOf(still).c_str());

    // A sigmoid that gates what it is multiplied with, and a softmax behind a reshape.
    Project gated = chainOf({dense("hidden_1", "relu"),
                             dense("gate", "sigmoid", 16, {{"bias_initializer", std::string("constant")}, {"bias_value", 9.0}}),
                             {.id = "times", .layer = "multiply", .version = 1, .title = {}, .parameters = {}},
                             dense("output", "softmax", 3)});
    gated.graph.edges.push_back({{"hidden_1", "output"}, {"times", "inputs"}, Json::object()});
    for (Edge& edge : gated.graph.edges)
        if (edge.to.node == "times")
            edge.to.port = catalog().layers->find("multiply")->inputs.front().name;
    const Examination open = examined(gated, dataOf({}, 1), 60);
    QVERIFY2(!found(open, Ailment::saturation), namesOf(open).c_str());
    Project reshaped = chainOf({dense("hidden_1", "relu"),
                                dense("output", "softmax", 3),
                                {.id = "flat", .layer = "flatten", .version = 1, .title = {}, .parameters = {}}});
    const Examination sure = examined(reshaped, dataOf({.apart = 3.0}, 1), 400);
    QVERIFY2(!found(sure, Ailment::saturation), namesOf(sure).c_str());
}

void TestDoctor::layersInBlocksAreSetThroughTheirBlock()
{
    QCOMPARE(settingOfNode("res_1/inner/conv"), std::string("res_1.inner.conv"));
    QCOMPARE(settingOfNode("conv"), std::string("conv"));
}

void TestDoctor::aRemedyIsAppliedWholeOrNotAtAll()
{
    Project project = chainOf(classifier(hidden(2, "relu")));
    const Project before = project;
    QVERIFY_EXCEPTION_THROWN(applyRemedy(project, {Message(), {"training.batch=7", "nowhere.units=3"}, {}}), Error);
    QCOMPARE(project, before);
    applyRemedy(project, {Message(), {"training.batch=7"}, {{"hidden_2", "dropout", {{"rate", 0.25}}}, {"gone", "dropout", {}}}});
    QCOMPARE(project.training.batch, 7);
    QCOMPARE(project.graph.nodes.size(), before.graph.nodes.size() + 1);
    const Node* inserted = project.graph.find("dropout_1");
    QVERIFY(inserted && std::get<double>(inserted->parameters.at("rate")) == 0.25);
    QCOMPARE(project.graph.into("dropout_1", "input").front()->from.node, std::string("hidden_1"));
    QCOMPARE(project.graph.into("hidden_2", "input").front()->from.node, std::string("dropout_1"));
    QCOMPARE(project.graph.edges.size(), before.graph.edges.size() + 1);
}

/// The first step alone, all others in equal groups whose losses are means; nothing is lost.
void TestDoctor::aLongHistoryStaysSmall()
{
    constexpr std::int64_t steps = 50'000;
    TrainingHistory history;
    for (std::int64_t step = 1; step <= steps; ++step)
        history.addStep(step, static_cast<double>(step));
    QCOMPARE(history.stepCount(), steps);
    const std::vector<TrainingHistory::Step>& kept = history.steps();
    QVERIFY(kept.size() > 1000 && kept.size() < 4000);
    QCOMPARE(kept.front().step, 1);
    QCOMPARE(kept.front().loss, 1.0);
    QCOMPARE(kept.back().step, steps);
    const std::int64_t group = kept[1].step - 1;
    for (std::size_t i = 1; i + 1 < kept.size(); ++i) {
        QCOMPARE(kept[i].step - kept[i - 1].step, group);
        const double middle = static_cast<double>(kept[i - 1].step + 1 + kept[i].step) / 2.0;
        QVERIFY2(std::abs(kept[i].loss - middle) < 1e-6, fmt::format("{} beside {}", kept[i].loss, middle).c_str());
    }
    for (int i = 0; i < 100; ++i)
        history.addMeasures(
            std::make_shared<const StepMeasures>(StepMeasures{.step = i, .layers = {{.node = "a", .update = 0.01 * i}}}));
    QVERIFY(history.measures().size() < 100);
    QCOMPARE(history.measures().back()->step, 99);
    QCOMPARE(history.largestUpdate(), 0.99);
}

NETSMITH_TEST(TestDoctor)

} // namespace test_doctor

#include "test_doctor.moc"
