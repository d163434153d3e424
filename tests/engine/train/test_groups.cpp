#include "engine/optimizers/registry.h"
#include "engine/train/rate_range.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_groups {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// A loss weight so small that it changes no other number.
constexpr double nothing = 1e-30;

/// The tiny project with a second output, which has a loss of its own; both losses reach the dense layer below.
Project forked()
{
    Project project = tinyProject();
    project.graph.nodes.push_back({.id = "dense_3",
                                   .layer = "dense",
                                   .version = 1,
                                   .title = {},
                                   .parameters = {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}}});
    project.graph.edges.push_back({{"dropout_1", "output"}, {"dense_3", "input"}, Json::object()});
    project.training.objectives[0].output = "dense_2";
    project.training.objectives.push_back({.output = "dense_3", .loss = {"categorical_focal_crossentropy", {}}, .weight = 0.5});
    return project;
}

} // namespace

/// Layers that are trained differently from the rest: with their own rate, optimizer or schedule, or by some of the losses.
class TestGroups : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void haveTheirOwnRates_data() { optimizersOfDevices(); }
    void haveTheirOwnRates();
    void haveTheirOwnOptimizers_data() { optimizersOfDevices(); }
    void haveTheirOwnOptimizers();
    void haveTheirOwnSchedules_data() { devices(); }
    void haveTheirOwnSchedules();
    void goOnToTheSameBits_data() { devices(); }
    void goOnToTheSameBits();
    void areTrainedByTheirLosses_data() { devices(); }
    void areTrainedByTheirLosses();
    void adversariesLearnAgainstEachOther_data() { devices(); }
    void adversariesLearnAgainstEachOther();
    void keepTheirRatesInARangeTest();
    void mayHoldAllLayers();
    void tellWhatIsWrong_data();
    void tellWhatIsWrong();

private:
    void devices();
    void optimizersOfDevices();
    fs::path at(const std::string& name) const { return m_root / name; }
    /// How far one step over all samples moves each weight.
    Arrays moved(const std::string& device, const std::string& run, Project project);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestGroups::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestGroups::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestGroups::optimizersOfDevices()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("optimizer");
    for (const char* device : {"reference", "cpu"})
        for (const OptimizerSpec& optimizer : optimizers())
            QTest::addRow("%s, %s", device, optimizer.id.c_str()) << device << QString::fromStdString(optimizer.id);
}

Arrays TestGroups::moved(const std::string& device, const std::string& run, Project project)
{
    project.training.schedule = {"constant", {}};
    project.training.batch = 23; // a step an epoch, so that each has a checkpoint
    project.training.epochs = 1;
    trainTiny(device, optionsFor(at(run)), project);
    const Arrays before = arraysOf(checkpointOf(at(run), 0).weights);
    Arrays after = arraysOf(checkpointOf(at(run), 1).weights);
    for (auto& [name, values] : after)
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] -= before.at(name)[i];
    return after;
}

/// In one step a weight moves in proportion to its group's rate, and as before outside the groups.
void TestGroups::haveTheirOwnRates()
{
    QFETCH(QString, device);
    QFETCH(QString, optimizer);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.optimizer = {optimizer.toStdString(), {{"learning_rate", 0.02}, {"weight_decay", 0.0}}};
    const Arrays alike = moved(device.toStdString(), "alike", project);
    project.training.groups = {{"fast", {"dense_1"}, 3.0}, {"still", {"batch_normalization_1"}, 0.0}};
    const Arrays grouped = moved(device.toStdString(), "grouped", project);
    int looked = 0;
    for (const auto& [name, values] : alike) {
        const double times = name.starts_with("dense_1.")                              ? 3.0
            : name.find("moving") != std::string::npos || name.starts_with("dense_2.") ? 1.0
                                                                                       : 0.0;
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(std::abs(grouped.at(name)[i] - times * values[i]) < 1e-6, name.c_str());
        looked += std::ranges::any_of(values, [](double value) { return std::abs(value) > 1e-5; }) ? 1 : 0;
    }
    QVERIFY(looked >= 6); // two dense layers and the norm, two weights each, move at all
}

/// Bit for bit, a group moves as if its optimizer were that of all weights, and the rest as without the group; each weight has
/// the slots of its own optimizer.
void TestGroups::haveTheirOwnOptimizers()
{
    QFETCH(QString, device);
    QFETCH(QString, optimizer);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const Component own{optimizer.toStdString(), {{"learning_rate", 0.05}, {"weight_decay", 0.1}}};
    Project project = tinyProject();
    const Arrays rest = moved(device.toStdString(), "rest", project); // by Adam
    const Arrays slots = arraysOf(checkpointOf(at("rest"), 1).optimizer);
    project.training.optimizer = own;
    const Arrays all = moved(device.toStdString(), "all", project);
    const Arrays ownSlots = arraysOf(checkpointOf(at("all"), 1).optimizer);
    project = tinyProject();
    project.training.groups = {{"own", {"dense_1", "batch_normalization_1"}}};
    project.training.groups[0].optimizer = own;
    const Arrays grouped = moved(device.toStdString(), "grouped", project);
    for (const auto& [name, values] : grouped)
        QVERIFY2(values == (name.starts_with("dense_2.") ? rest : all).at(name), name.c_str());

    Arrays expected;
    for (const auto& [name, values] : slots)
        if (name.starts_with("dense_2."))
            expected[name] = values;
    for (const auto& [name, values] : ownSlots)
        if (!name.starts_with("dense_2."))
            expected[name] = values;
    QVERIFY(arraysOf(checkpointOf(at("grouped"), 1).optimizer) == expected);
}

void TestGroups::haveTheirOwnSchedules()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject(); // 5 steps an epoch
    project.training.schedule = {"constant", {}};
    project.training.groups = {{"head", {"dense_2"}}, {"norm", {"batch_normalization_1"}, 0.5}, {"body", {"dense_1"}}};
    project.training.groups[0].schedule = {"step", {{"every", std::int64_t{1}}, {"factor", 0.5}}};
    project.training.groups[2].optimizer = {"sgd", {{"learning_rate", 0.25}}};
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 2;
    std::vector<NamedValues> told;
    options.events.step = [&](const StepEvent& event) { told.push_back(event.groupRates); };
    trainTiny(device.toStdString(), options, project);

    const auto table = tableOf(at("run") / "metrics.csv");
    const std::vector<std::string> header{"kind", "epoch", "step", "lr", "head/lr", "body/lr", "loss"};
    QVERIFY(std::equal(header.begin(), header.end(), table.front().begin()));
    QCOMPARE(table.size(), 1u + 15u + 3u);
    for (std::size_t row = 1; row < table.size(); ++row) {
        QCOMPARE(std::stod(table[row][3]), 0.02);
        QCOMPARE(std::stod(table[row][4]), 0.02 * std::pow(0.5, std::stod(table[row][1]) - 1.0));
        QCOMPARE(std::stod(table[row][5]), 0.25);
    }
    QCOMPARE(told.back(), (NamedValues{{"head/lr", 0.005}, {"body/lr", 0.25}}));

    // The metrics follow them.
    const NamedValues values = valuesOfEpoch(at("run") / "metrics.csv", 3);
    QCOMPARE(values.front().first, std::string("loss"));

    // The weights move by them: a group whose rate is 0 from the second epoch on stays as it is.
    project.training.groups[0].schedule = {"step", {{"every", std::int64_t{1}}, {"factor", 1e-30}}};
    project.training.keepCheckpoints = 3;
    trainTiny(device.toStdString(), optionsFor(at("stops")), project);
    const Arrays first = arraysOf(checkpointOf(at("stops"), 5).weights), last = arraysOf(checkpointOf(at("stops"), 15).weights);
    QCOMPARE(last.at("dense_2.kernel"), first.at("dense_2.kernel"));
    QVERIFY(last.at("dense_1.kernel") != first.at("dense_1.kernel"));
    QVERIFY(last.at("batch_normalization_1.gamma") != first.at("batch_normalization_1.gamma"));
}

void TestGroups::goOnToTheSameBits()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = forked();
    project.training.epochs = 6;
    // No loss improves by that much, so the rates fall: each at its own pace, and from its own optimizer's.
    const auto plateau = [](double factor, std::int64_t patience) {
        return Component{"reduce_on_plateau", {{"factor", factor}, {"patience", patience}, {"min_delta", 100.0}}};
    };
    project.training.schedule = plateau(0.5, 2);
    project.training.groups = {{"first", {"dense_1"}}, {"heads", {"dense_2", "dense_3"}}};
    project.training.groups[0].optimizer = {"rmsprop", {{"learning_rate", 0.03}, {"momentum", 0.9}, {"centered", true}}};
    project.training.groups[0].schedule = plateau(0.125, 3);
    project.training.groups[1].optimizer = {"sgd", {{"learning_rate", 0.1}, {"momentum", 0.5}}};
    project.training.objectives[1].groups = {"heads"};
    const DoneEvent whole = trainTiny(device.toStdString(), optionsFor(at("whole")), project);
    trainUntil(device.toStdString(), 23, optionsFor(at("parts")), project); // within the fifth epoch
    TrainOptions resumed;
    resumed.resume = at("parts");
    const DoneEvent parts = trainTiny(device.toStdString(), resumed, project);
    QCOMPARE(parts.step, whole.step);
    QCOMPARE(contentOf(at("parts") / "metrics.csv"), contentOf(at("whole") / "metrics.csv"));
    for (const char* file : {"weights.safetensors", "optimizer.safetensors", "state.json"})
        QVERIFY2(contentOf(CheckpointStore(at("whole") / "checkpoints").at(whole.step) / file)
                     == contentOf(CheckpointStore(at("parts") / "checkpoints").at(whole.step) / file),
                 file);
    const std::vector<ScheduleMemory> memories = checkpointOf(at("whole"), whole.step).state.position.schedules;
    QCOMPARE(memories.size(), 3u);
    QCOMPARE(memories[0].factor, 0.25);
    QCOMPARE(memories[1].factor, 0.125);
    QCOMPARE(memories[2].factor, 0.25); // by the schedule of the training
}

/// With plain steps of rate 1 a weight moves by its negative gradient, which is that of the losses that train its group.
void TestGroups::areTrainedByTheirLosses()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = forked();
    project.training.optimizer = {"sgd", {{"learning_rate", 1.0}}};
    const auto alone = [&](std::size_t other, const char* run) {
        Project one = project;
        one.training.objectives[other].weight = nothing;
        return moved(device.toStdString(), run, one);
    };
    const Arrays first = alone(1, "first"), second = alone(0, "second"), both = moved(device.toStdString(), "both", project);
    QVERIFY(first.at("dense_1.kernel") != both.at("dense_1.kernel"));
    project.training.groups = {{"bottom", {"dense_1"}}, {"norm", {"batch_normalization_1"}}, {"heads", {"dense_2", "dense_3"}}};
    project.training.objectives[0].groups = {"bottom", "heads"};
    project.training.objectives[1].groups = {"heads", "norm"};
    const Arrays grouped = moved(device.toStdString(), "grouped", project);
    for (const auto& [name, values] : grouped) {
        const Arrays& expected = name.starts_with("dense_1.") ? first : name.starts_with("batch") ? second : both;
        QVERIFY2(values == expected.at(name), name.c_str());
    }
}

/// A discriminator shared by two paths through the network learns to tell them apart, while the generator before it on one path
/// learns to be taken for the other. Each moves as if the other were frozen and had no loss.
void TestGroups::adversariesLearnAgainstEachOther()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const auto dense = [](const char* id, std::int64_t units) {
        return Node{
            .id = id, .layer = "dense", .title = {}, .parameters = {{"units", units}, {"activation", std::string("softmax")}}};
    };
    Project project = tinyProject();
    Graph& graph = project.graph;
    graph.nodes = {graph.nodes[0], graph.nodes[1], dense("made", 16), dense("judge", 3), dense("judged", 3)};
    graph.nodes.back().shares = "judge";
    graph.edges.clear();
    for (const auto& [from, to] :
         {std::pair("input_1", "flatten_1"), {"flatten_1", "judge"}, {"flatten_1", "made"}, {"made", "judged"}})
        graph.edges.push_back({{from, "output"}, {to, "input"}, Json::object()});
    TrainingSettings& training = project.training;
    training.optimizer = {"sgd", {{"learning_rate", 1.0}}};
    const auto objective = [](const char* output, double weight, const char* group) {
        return Objective{.output = output, .weight = weight, .metrics = {}, .groups = {group}};
    };
    training.groups = {{"maker", {"made"}}, {"judge", {"judge"}}};
    training.objectives = {objective("judge", 1.0, "judge"), objective("judged", 0.5, "judge"), objective("judged", 1.0, "maker")};
    const Arrays together = moved(device.toStdString(), "together", project);

    const auto without = [&](const char* frozen, std::size_t first, std::size_t count) {
        Project one = project;
        for (Node& node : one.graph.nodes)
            if (node.id == frozen || node.shares == frozen)
                node.parameters["trainable"] = false;
        one.training.groups.clear();
        for (std::size_t i = 0; i < 3; ++i) {
            one.training.objectives[i].groups.clear();
            if (i < first || i >= first + count)
                one.training.objectives[i].weight = nothing;
        }
        return moved(device.toStdString(), std::string("without ") + frozen, one);
    };
    const Arrays judge = without("made", 0, 2), maker = without("judge", 2, 1);
    for (const auto& [name, values] : together) {
        const Arrays& expected = name.starts_with("judge.") ? judge : maker;
        QVERIFY(std::ranges::any_of(values, [](double value) { return value != 0.0; }));
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(std::abs(values[i] - expected.at(name)[i]) < 1e-6, name.c_str());
    }
}

/// The range test varies only the rate of the training.
void TestGroups::keepTheirRatesInARangeTest()
{
    Project project = tinyProject();
    const auto backend = backendFor("reference").take();
    const auto lossesOf = [&] {
        std::vector<double> losses;
        for (const RatePoint& point : findRates(project, tinyData(), *backend, {.from = 1e-9, .to = 1e-8, .steps = 10}).points)
            losses.push_back(point.loss);
        return losses;
    };
    const std::vector<double> still = lossesOf();
    project.training.groups = {{"own", {"dense_2"}}};
    project.training.groups[0].optimizer = {"sgd", {{"learning_rate", 0.5}}};
    const std::vector<double> learning = lossesOf();
    QCOMPARE(learning.size(), still.size());
    QCOMPARE(learning.front(), still.front()); // with the initial weights
    QVERIFY(learning.back() < still.back() - 0.05);
}

void TestGroups::mayHoldAllLayers()
{
    Project project = tinyProject();
    project.training.groups = {{"all", {"dense_1", "batch_normalization_1", "dense_2"}}};
    project.training.groups[0].optimizer = {"sgd", {{"learning_rate", 0.1}}};
    const Arrays grouped = moved("reference", "grouped", project);
    project.training.optimizer = std::exchange(project.training.groups[0].optimizer, {});
    QVERIFY(moved("reference", "all", project) == grouped);
}

void TestGroups::tellWhatIsWrong_data()
{
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("words");
    QTest::newRow("optimizer") << R"({"groups": [{"name": "a", "layers": ["dense_1"], "optimizer": {"id": "adem"}}]})"
                               << "adam";
    QTest::newRow("its parameter")
        << R"({"groups": [{"name": "a", "layers": ["dense_1"], "optimizer": {"id": "sgd", "parameters": {"momentum": 7}}}]})"
        << "momentum";
    QTest::newRow("schedule") << R"({"groups": [{"name": "a", "layers": ["dense_1"], "schedule": {"id": "cosin"}}]})"
                              << "cosine";
    QTest::newRow("name") << R"({"groups": [{"name": "my, group", "layers": ["dense_1"]}]})"
                          << "\"my, group\"";
    QTest::newRow("group of a loss") << R"({"groups": [{"name": "head", "layers": ["dense_2"]}],
               "objectives": [{"loss": {"id": "sparse_categorical_crossentropy"}, "groups": ["haed"]}]})"
                                     << "did you mean \"head\"?";
    QTest::newRow("no weights") << R"({"groups": [{"name": "a", "layers": ["flatten_1", "dropout_1"]}]})"
                                << "no layer of the group \"a\" has weights of its own";
    QTest::newRow("untrained group") << R"({"groups": [{"name": "a", "layers": ["dense_1"]}, {"name": "b", "layers": ["dense_2"]}],
               "objectives": [{"loss": {"id": "sparse_categorical_crossentropy"}, "groups": ["a"]}]})"
                                     << "no loss trains the group \"b\"";
    QTest::newRow("untrained layer") << R"({"groups": [{"name": "a", "layers": ["dense_1", "dense_2"]}],
               "objectives": [{"loss": {"id": "sparse_categorical_crossentropy"}, "groups": ["a"]}]})"
                                     << "no loss trains the layer \"batch_normalization_1\"";
}

void TestGroups::tellWhatIsWrong()
{
    QFETCH(QString, training);
    QFETCH(QString, words);
    Json file = Json::parse(toJson(tinyProject()));
    file["training"].update(Json::parse(training.toStdString()));
    const Project project = projectFromJson(file.dump()).take();
    const Error error = errorOf([&] { trainTiny("reference", optionsFor(at("run")), project); });
    QVERIFY2(error.kind() == ErrorKind::input && mentions(error, words.toStdString()), error.what());
    QVERIFY(!fs::exists(at("run")));
}

NETSMITH_TEST(TestGroups)

} // namespace test_groups

#include "test_groups.moc"
