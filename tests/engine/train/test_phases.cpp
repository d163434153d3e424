#include "tests/engine/train/tiny_training.h"

#include "engine/graph/project/training_recipe.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_phases {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// Two groups: the head, and the layers below it.
Project inGroups()
{
    Project project = withoutBatchNorm();
    project.training.schedule = {"constant", {}};
    project.training.groups = {{"below", {"dense_1"}}, {"head", {"dense_2"}}};
    return project;
}

/// Two steps of the head, then one of the layers below it, and so on.
Project takingTurns()
{
    Project project = inGroups();
    project.training.phases = {{.name = "first", .groups = {"head"}, .steps = 2},
                               {.name = "second", .groups = {"below"}, .steps = 1}};
    return project;
}

double norm(const Arrays& after, const Arrays& before, std::string_view layer)
{
    double squares = 0.0;
    for (const auto& [name, values] : after)
        for (std::size_t i = 0; name.starts_with(layer) && i < values.size(); ++i)
            squares += std::pow(values[i] - before.at(name)[i], 2.0);
    return std::sqrt(squares);
}

} // namespace

/// Phases: which weights are trained when.
class TestPhases : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followEachOtherOrTakeTurns();
    void trainTheirGroupsAlone_data() { devices(); }
    void trainTheirGroupsAlone();
    void takeTurns_data() { devices(); }
    void takeTurns();
    void goOnToTheSameBits_data();
    void goOnToTheSameBits();
    void freezeTheStatisticsOfTheRest_data();
    void freezeTheStatisticsOfTheRest();
    void holdBatchesEachByItself_data() { devices(); }
    void holdBatchesEachByItself();
    void clipWhatTheyTrain_data() { devices(); }
    void clipWhatTheyTrain();
    void skipTheirOwnSteps_data() { devices(); }
    void skipTheirOwnSteps();
    void tellWhatIsWrong_data();
    void tellWhatIsWrong();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }
    /// The initial weights and slots, then those after each step of a run.
    std::vector<Arrays> weightsOf(const std::string& device, const std::string& run, Project project, std::int64_t steps);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestPhases::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestPhases::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

std::vector<Arrays> TestPhases::weightsOf(const std::string& device, const std::string& run, Project project, std::int64_t steps)
{
    std::vector<Arrays> all;
    for (std::int64_t step = 0; step <= steps; ++step) {
        const fs::path folder = at(run + std::to_string(step));
        TrainOptions options = optionsFor(folder);
        options.steps = step;
        options.stepsPerLaunch = 4; // more than a turn has
        options.featureCache = device != "reference"; // whose numbers would be kept in single precision
        if (step > 0)
            trainTiny(device, options, project);
        else
            trainUntil(device, 0, options, project);
        const Checkpoint checkpoint = checkpointOf(folder, step);
        all.push_back(arraysOf(checkpoint.weights));
        all.back().merge(arraysOf(checkpoint.optimizer));
    }
    return all;
}

void TestPhases::followEachOtherOrTakeTurns()
{
    TrainingSettings training;
    const auto phases = [&](std::int64_t epoch, std::int64_t steps) {
        QStringList found;
        for (std::int64_t step = 0; step < steps; ++step) {
            const PhaseMoment now = phaseAt(training, epoch, step);
            found << QString("%1:%2").arg(now.phase).arg(now.stepsLeft);
        }
        return found.join(' ');
    };
    QCOMPARE(phases(0, 2), QString("0:0 0:0"));
    QCOMPARE(phaseCount(training), 1u);
    QVERIFY(trainsIn(training, 0, "") && trainsIn(training, 0, "a"));

    training.phases = {
        {.name = "a", .groups = {"x"}, .epochs = 2}, {.name = "b", .epochs = 1}, {.name = "c", .groups = {"x", "y"}}};
    QCOMPARE(phaseCount(training), 3u);
    for (const auto& [epoch, phase] : {std::pair(0, "0:0"), {1, "0:0"}, {2, "1:0"}, {3, "2:0"}, {99, "2:0"}})
        QCOMPARE(phases(epoch, 1), QString(phase));
    training.phases.back().epochs = 2; // and training goes on longer
    QCOMPARE(phases(9, 1), QString("2:0"));
    QVERIFY(trainsIn(training, 0, "x") && !trainsIn(training, 0, "y") && !trainsIn(training, 0, ""));
    QVERIFY(trainsIn(training, 1, "y") && trainsIn(training, 1, "") && trainsIn(training, 2, "y"));

    training.phases = {{.name = "a", .steps = 2}, {.name = "b", .steps = 1}, {.name = "c", .steps = 3}};
    QCOMPARE(phases(5, 9), QString("0:2 0:1 1:1 2:3 2:2 2:1 0:2 0:1 1:1"));
}

/// First the head, as if all else were frozen; then everything, whose optimizer starts only then: Adam's first step is as long as
/// its rate.
void TestPhases::trainTheirGroupsAlone()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = inGroups();
    project.training.phases = {{.name = "first", .groups = {"head"}, .epochs = 1}, {.name = "then"}};
    const std::vector<Arrays> weights = weightsOf(device.toStdString(), "run", project, 6); // 5 steps an epoch
    QCOMPARE(weights[5].at("dense_1.kernel"), weights[0].at("dense_1.kernel"));
    QCOMPARE(weights[5].at("dense_1.kernel/slot0"), weights[0].at("dense_1.kernel/slot0"));
    QCOMPARE(weights[5].at("dense_1.bias"), weights[0].at("dense_1.bias"));
    double longest = 0.0;
    for (std::size_t i = 0; i < weights[0].at("dense_1.kernel").size(); ++i)
        longest = std::max(longest, std::abs(weights[6].at("dense_1.kernel")[i] - weights[5].at("dense_1.kernel")[i]));
    QVERIFY2(std::abs(longest - 0.02) < 1e-3, qPrintable(QString::number(longest)));
    QVERIFY(weights[6].at("dense_2.kernel") != weights[5].at("dense_2.kernel"));

    Project frozen = inGroups();
    frozen.graph.find("dense_1")->parameters["trainable"] = false;
    const std::vector<Arrays> alone = weightsOf(device.toStdString(), "alone", frozen, 5);
    for (const char* name : {"dense_2.kernel", "dense_2.bias", "dense_2.kernel/slot1"})
        QCOMPARE(weights[5].at(name), alone[5].at(name));
}

void TestPhases::takeTurns()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const std::vector<Arrays> weights = weightsOf(device.toStdString(), "run", takingTurns(), 7);
    for (std::size_t step = 1; step < weights.size(); ++step) {
        const bool ofHead = step % 3 != 0;
        for (const auto& [name, values] : weights[step])
            QVERIFY2((values == weights[step - 1].at(name)) == (name.starts_with("dense_2.") != ofHead),
                     qPrintable(QString("%1 in step %2").arg(QString::fromStdString(name)).arg(step)));
    }
    const TrainingPosition position = checkpointOf(at("run7"), 7).state.position;
    QCOMPARE(position.groupSteps, (std::vector<std::int64_t>{0, 2, 5})); // the rest, below, head
    QCOMPARE(position.counters[control::step], 7);
}

void TestPhases::goOnToTheSameBits_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("turns");
    QTest::addColumn<int>("stopAt");
    for (const char* device : {"reference", "cpu"})
        for (const bool turns : {true, false})
            for (const int stopAt : {1, 2, 3, 5, 6, 12}) // within a turn, between two, at an epoch's end
                QTest::addRow("%s, %s, %d", device, turns ? "turns" : "one behind the other", stopAt) << device << turns << stopAt;
}

void TestPhases::goOnToTheSameBits()
{
    QFETCH(QString, device);
    QFETCH(bool, turns);
    QFETCH(int, stopAt);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = takingTurns();
    if (!turns)
        project.training.phases = {
            {.name = "a", .groups = {"head"}, .epochs = 1}, {.name = "b", .epochs = 1}, {.name = "c", .groups = {"below"}}};
    project.training.emaMomentum = 0.9;
    QCOMPARE(differsAfterResume(m_root, device.toStdString(), stopAt, project), std::string());
}

void TestPhases::freezeTheStatisticsOfTheRest_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("turns");
    for (const char* device : {"reference", "cpu"})
        for (const bool turns : {true, false})
            QTest::addRow("%s, %s", device, turns ? "turns" : "one after the other") << device << turns;
}

/// A phase that trains the head alone leaves the moving averages below it, as if they were not trainable; adversaries, which take
/// turns, move them.
void TestPhases::freezeTheStatisticsOfTheRest()
{
    QFETCH(QString, device);
    QFETCH(bool, turns);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.groups = {{"below", {"dense_1", "batch_normalization_1"}}, {"head", {"dense_2"}}};
    project.training.phases = {{.name = "first", .groups = {"head"}, .epochs = 1}, {.name = "then"}};
    if (turns)
        project.training.phases = {{.name = "first", .groups = {"head"}, .steps = 5}, {.name = "then", .steps = 5}};
    const std::vector<Arrays> weights = weightsOf(device.toStdString(), "run", project, 6); // 5 steps an epoch
    for (const char* name : {"batch_normalization_1.moving_mean", "batch_normalization_1.moving_variance"}) {
        QCOMPARE(weights[5].at(name) == weights[0].at(name), !turns);
        QVERIFY(weights[6].at(name) != weights[5].at(name));
    }
    QCOMPARE(weights[5].at("batch_normalization_1.gamma"), weights[0].at("batch_normalization_1.gamma"));
}

/// Several batches a step equal one larger batch in each phase.
void TestPhases::holdBatchesEachByItself()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = takingTurns();
    project.training.globalClipnorm = 0.1;
    project.training.batch = 10;
    const std::vector<Arrays> whole = weightsOf(device.toStdString(), "whole", project, 5);
    project.training.batch = 5;
    project.training.gradientAccumulationSteps = 2;
    const std::vector<Arrays> parts = weightsOf(device.toStdString(), "parts", project, 5);
    for (const auto& [name, values] : whole.back())
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(std::abs(values[i] - parts.back().at(name)[i]) < (device == "cpu" ? 2e-5 : 1e-12), name.c_str());
}

/// A plain step of rate 1 is as long as the limit, whatever another phase left in its gradients.
void TestPhases::clipWhatTheyTrain()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    constexpr double limit = 1.0 / 1024.0;
    Project project = takingTurns();
    project.training.optimizer = {"sgd", {{"learning_rate", 1.0}}};
    project.training.globalClipnorm = limit;
    const std::vector<Arrays> weights = weightsOf(device.toStdString(), "run", project, 4);
    for (std::size_t step = 1; step < weights.size(); ++step) {
        const double length = norm(weights[step], weights[step - 1], step % 3 != 0 ? "dense_2." : "dense_1.");
        QVERIFY2(std::abs(length - limit) < 1e-6, qPrintable(QString::number(length)));
    }
}

/// Gradients that overflow in one phase don't affect the steps of the other.
void TestPhases::skipTheirOwnSteps()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = takingTurns();
    project.training.precision = "fp16-emulated";
    project.training.keepCheckpoints = 20;
    TrainingSettings& training = project.training;
    training.objectives.push_back(training.objectives[0]);
    training.objectives[0].groups = {"head"};
    training.objectives[1].groups = {"below"};
    training.objectives[1].weight = 1e4; // too large for 16 bits when scaled
    training.phases[0].steps = 1;
    std::vector<StepValues> steps;
    TrainOptions options = optionsFor(at("run"));
    options.steps = 6;
    options.events.step = [&](const StepEvent& event) { steps.insert(steps.end(), event.steps.begin(), event.steps.end()); };
    trainTiny(device.toStdString(), options, project);
    QCOMPARE(steps.size(), 6u);
    const TrainingPosition position = checkpointOf(at("run"), 6).state.position;
    QCOMPARE(position.groupSteps, (std::vector<std::int64_t>{0, 0, 3})); // the rest, below, head
    QCOMPARE(position.counters[control::skipped], 3);
    for (std::size_t i = 0; i < steps.size(); ++i)
        QCOMPARE(steps[i].skipped, i % 2 == 1);
    const Arrays before = arraysOf(checkpointOf(at("run"), 0).weights), after = arraysOf(checkpointOf(at("run"), 6).weights);
    QCOMPARE(after.at("dense_1.kernel"), before.at("dense_1.kernel"));
    QVERIFY(after.at("dense_2.kernel") != before.at("dense_2.kernel"));
}

void TestPhases::tellWhatIsWrong_data()
{
    QTest::addColumn<QString>("phases");
    QTest::addColumn<QString>("words");
    QTest::newRow("name") << R"([{"name": "a b"}])"
                          << "\"a b\"";
    QTest::newRow("two of one name") << R"([{"name": "a", "epochs": 1}, {"name": "a"}])"
                                     << "several phases are called \"a\"";
    QTest::newRow("unknown group") << R"([{"name": "a", "groups": ["haed", "below"]}])"
                                   << "did you mean \"head\"?";
    QTest::newRow("nobody's group") << R"([{"name": "a", "groups": ["xyz", "head", "below"]}])"
                                    << "there is no parameter group \"xyz\"";
    QTest::newRow("a group in no phase") << R"([{"name": "a", "groups": ["head"]}])"
                                         << "no phase trains the group \"below\"";
    QTest::newRow("endless") << R"([{"name": "a"}, {"name": "b"}])"
                             << "the phase \"a\" has no number of epochs";
    QTest::newRow("too late") << R"([{"name": "a", "epochs": 3}, {"name": "b"}])"
                              << "the phase \"b\" would begin after 3 epochs";
    QTest::newRow("turns and epochs") << R"([{"name": "a", "steps": 1}, {"name": "b", "epochs": 1}])"
                                      << "the phase \"b\"";
    QTest::newRow("both") << R"([{"name": "a", "steps": 1, "epochs": 1}, {"name": "b", "steps": 1}])"
                          << "the phase \"a\"";
    QTest::newRow("negative") << R"([{"name": "a", "steps": -1}])"
                              << "steps";
    QTest::newRow("frozen") << R"([{"name": "a", "groups": ["head"], "epochs": 1}, {"name": "b", "groups": ["below"]}])"
                            << "the phase \"b\" trains nothing";
}

void TestPhases::tellWhatIsWrong()
{
    QFETCH(QString, phases);
    QFETCH(QString, words);
    Project made = inGroups();
    made.graph.find("dense_1")->parameters["trainable"] = false;
    Json file = Json::parse(toJson(made));
    file["training"]["phases"] = Json::parse(phases.toStdString());
    const Project project = projectFromJson(file.dump()).take();
    const Error error = errorOf([&] { trainTiny("reference", optionsFor(at("run")), project); });
    QVERIFY2(error.kind() == ErrorKind::input && mentions(error, words.toStdString()), error.what());
    QVERIFY(!fs::exists(at("run")));
}

NETSMITH_TEST(TestPhases)

} // namespace test_phases

#include "test_phases.moc"
