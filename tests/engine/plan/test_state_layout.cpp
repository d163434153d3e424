#include "engine/backend/loader.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <fmt/ranges.h>
#include <map>

namespace test_state_layout {

using namespace netsmith;
using namespace Qt::StringLiterals;
using netsmith::test::SmallTraining;

namespace {

/// One line a row: name, elements, type, lifetime, programs.
std::string textOf(const LogicalPlan& plan)
{
    constexpr const char* lifetimes[]{"run", "session", "launch", "step", "batch"};
    std::string text;
    for (const StateRow& row : plan.state.rows) {
        text += fmt::format("{} {} {} {}", row.name, row.elements, nameOf(row.type), lifetimes[static_cast<int>(row.lifetime)]);
        for (const int program : row.programs)
            text += " " + plan.programs[static_cast<std::size_t>(program)].name;
        text += "\n";
    }
    return text;
}

LogicalPlan planOf(const Project& project, std::int64_t batch = 4, std::vector<std::string_view> programs = {})
{
    return buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = batch, .programs = std::move(programs)});
}

/// The ops of each program as text.
std::map<std::string, std::string> programTexts(const LogicalPlan& plan)
{
    std::map<std::string, std::string> texts;
    for (const Program& program : plan.programs)
        for (const Op& op : program.ops)
            texts[program.name] += fmt::format("{} {} {}\n", op.spec->name, op.attributes->text(), fmt::join(op.origin, " "));
    return texts;
}

QString textOf(const SegmentTable& table)
{
    std::string text;
    for (const Segment& segment : table.segments)
        text += fmt::format("{} {} {} {}\n", segment.id, segment.shape.text(), segment.offset, segment.decay);
    return QString::fromStdString(text);
}

void addDevices()
{
    QTest::addColumn<QString>("device");
    for (const char* const device : {"reference", "cpu"})
        if (test::hasDevice(device))
            QTest::newRow(device) << QString(device);
}

} // namespace

class TestStateLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreWhatTheProgramsTouch();
    void whatAStepGathersHasRowsOfItsOwn();
    void everyTensorOfAStateHasItsRow();
    void programsAreTheSameAlone_data();
    void programsAreTheSameAlone();
    void predictionNeedsTheWeightsAlone_data() { addDevices(); }
    void predictionNeedsTheWeightsAlone();
    void predictionTakesNothingOfTraining_data();
    void predictionTakesNothingOfTraining();
    void aStateRefusesPlansThatNeedMore_data() { addDevices(); }
    void aStateRefusesPlansThatNeedMore();
    void batchesOfAnySizeShareAState_data() { addDevices(); }
    void batchesOfAnySizeShareAState();
};

void TestStateLayout::rowsAreWhatTheProgramsTouch()
{
    Project project = test::sample("mnist_mlp");
    project.training.optimizer = {"adam", {}};
    // 784×128 and 128×10 weights, 128 and 10 biases, of which the latter take 16 in the arena.
    QCOMPARE(QString::fromStdString(textOf(planOf(project))),
             "status 1 i32 launch update evaluate\n"
             "rates 256 f32 launch update\n"
             "metrics 768 f32 launch update evaluate\n"
             "train/counters 8 i64 run forward_backward update\n"
             "evaluate/counters 8 i64 run evaluate\n"
             "weights 101776 f32 run forward_backward update evaluate predict\n"
             "gradients 101776 f32 step forward_backward update\n"
             "slot0 101776 f32 run update\n"
             "slot1 101776 f32 run update\n"
             "train/image 0 u8 session forward_backward\n"
             "train/order 0 i32 session forward_backward\n"
             "train/label 0 u8 session forward_backward\n"
             "evaluate/image 0 u8 session evaluate\n"
             "evaluate/order 0 i32 session evaluate\n"
             "evaluate/label 0 u8 session evaluate\n");
}

void TestStateLayout::whatAStepGathersHasRowsOfItsOwn()
{
    Project project = test::sample("cifar_resnet");
    project.training.optimizer = {"sgd", {{"momentum", 0.0}}};
    project.training.gradientAccumulationSteps = 4;
    project.training.emaMomentum = 0.99;
    const LogicalPlan plan = planOf(project);
    std::vector<std::string> names;
    for (const StateRow& row : plan.state.rows)
        if (row.role != Role::data)
            names.push_back(row.name);
    QCOMPARE(names,
             (std::vector<std::string>{"status", "rates", "metrics", "train/counters", "evaluate/counters", "accumulated_sums",
                                       "weights", "gradients", "accumulated", "average", "statistics", "staged"}));
}

void TestStateLayout::everyTensorOfAStateHasItsRow()
{
    for (const char* const name : {"mnist_cnn", "cifar_resnet", "text_lstm"}) {
        Project project = test::sample(name);
        project.training.gradientAccumulationSteps = 2;
        const LogicalPlan plan = planOf(project);
        for (const Program& program : plan.programs)
            for (const Op& op : program.ops)
                for (const auto* const ids : {&op.inputs, &op.outputs})
                    for (const TensorId id : *ids) {
                        if (id == noTensor)
                            continue;
                        const TensorInfo& info = plan.tensor(id);
                        const bool lives = info.role == Role::data || info.role == Role::control || info.role == Role::arena
                            || info.role == Role::segment;
                        QCOMPARE(info.row >= 0, lives);
                        if (!lives)
                            continue;
                        const StateRow& row = plan.state.rows.at(static_cast<std::size_t>(info.row));
                        QCOMPARE(row.type, info.type);
                        QCOMPARE(row.arena, info.arena);
                        QVERIFY(row.arena != Arena::none || row.name == info.name);
                        const auto index = static_cast<int>(&program - plan.programs.data());
                        QVERIFY(std::ranges::find(row.programs, index) != row.programs.end());
                        QVERIFY(row.role == Role::data || plan.offsetInRow(info) + info.shape.elements() <= row.elements);
                    }
    }
}

void TestStateLayout::programsAreTheSameAlone_data()
{
    QTest::addColumn<QString>("name");
    for (const QFileInfo& file : QDir(NETSMITH_SOURCE_DIR "/projects").entryInfoList({u"*"_s}, QDir::Dirs | QDir::NoDotAndDotDot))
        if (QFile::exists(file.filePath() + '/' + file.fileName() + ".netsmith"))
            QTest::newRow(qPrintable(file.fileName())) << file.fileName();
}

void TestStateLayout::programsAreTheSameAlone()
{
    QFETCH(const QString, name);
    Project project = test::sample(name.toStdString());
    project.training.emaMomentum = 0.9;
    const LogicalPlan whole = planOf(project);
    for (const std::string_view program : {programs::evaluate, programs::predict}) {
        const LogicalPlan alone = planOf(project, 4, {program});
        QCOMPARE(alone.programs.size(), std::size_t{1});
        QCOMPARE(programTexts(alone).at(std::string(program)), programTexts(whole).at(std::string(program)));
        QCOMPARE(textOf(alone.parameters), textOf(whole.parameters));
        QCOMPARE(textOf(alone.statistics), textOf(whole.statistics));
        QCOMPARE(alone.state.find(Arena::weights), -1); // the average is used for prediction
        QVERIFY(alone.state.find(Arena::average) >= 0);
        QCOMPARE(alone.state.find(Arena::gradients), -1);
        QCOMPARE(alone.state.find(Arena::slot0), -1);
    }
    const LogicalPlan judging = planOf(project, 4, {programs::evaluate});
    QCOMPARE(judging.columns.size(), whole.columns.size());
    for (std::size_t i = 0; i < whole.columns.size(); ++i)
        QCOMPARE(judging.columns[i].name, whole.columns[i].name);
}

void TestStateLayout::predictionNeedsTheWeightsAlone()
{
    QFETCH(const QString, device);
    Project project = test::sample("cifar_resnet"); // with statistics
    project.training.optimizer = {"adam", {}};
    SmallTraining training(project, device.toStdString(), {.batch = 4}, {.fuse = false});
    training.train(2);

    const LogicalPlan plan = planOf(project, 4, {programs::predict});
    Backend& backend = *backendFor(device.toStdString()).take();
    const auto state = backend.createState(plan).take();
    const auto executable = backend.compile(plan, *state, {.fuse = false}).take();
    for (const Arena arena : {Arena::weights, Arena::statistics}) {
        const std::vector<double> values = training.arena(arena);
        state->writeArena(arena, std::span<const double>(values)).take();
    }
    const MemoryUse memory = executable->memory();
    QCOMPARE(memory.gradients, 0);
    QCOMPARE(memory.optimizer, 0);
    QCOMPARE(memory.weights, training.executable().memory().weights);
    QVERIFY(memory.activations < training.executable().memory().activations);
    std::vector<double> none;
    QVERIFY(state->readArena(Arena::gradients, std::span<double>(none)).hasValue());
    QVERIFY(!state->readArena(Arena::gradients, std::span<double>(std::vector<double>(8).data(), 8)).hasValue());

    const auto predicted = [](const LogicalPlan& of, Executable& by) {
        const TensorId input = of.predictInputs.at(0), output = of.predictions.at(0);
        std::vector<double> given(static_cast<std::size_t>(of.tensor(input).shape.elements()));
        for (std::size_t i = 0; i < given.size(); ++i)
            given[i] = static_cast<double>(i % 17) / 17.0;
        by.write(input, given).take();
        const int program = of.programIndex(programs::predict);
        by.run(std::span(&program, 1), 1, {}, {}).take();
        std::vector<double> out(static_cast<std::size_t>(of.tensor(output).shape.elements()));
        by.read(output, out).take();
        return out;
    };
    QCOMPARE(predicted(plan, *executable), predicted(training.plan(), training.executable()));
}

void TestStateLayout::predictionTakesNothingOfTraining_data()
{
    QTest::addColumn<QString>("name");
    for (const char* const name : {"mnist_mlp", "mnist_cnn", "cifar_vgg", "cifar_resnet", "text_lstm"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// Neither gradients nor Adam's slots, and no more weights and activations; kernels have prepacked weights instead.
void TestStateLayout::predictionTakesNothingOfTraining()
{
    QFETCH(const QString, name);
    if (!test::hasDevice("cpu"))
        QSKIP("the processor's module was not built");
    Project project = test::sample(name.toStdString());
    project.training.optimizer = {"adam", {}};
    Backend& backend = *backendFor("cpu").take();
    const MemoryUse use = backend.estimate(planOf(project, 32, {programs::predict}), {}).take();
    const MemoryUse all = backend.estimate(planOf(project, 32), {}).take();
    QVERIFY(all.gradients > 0 && all.optimizer > 0);
    QCOMPARE(use.gradients, 0);
    QCOMPARE(use.optimizer, 0);
    QVERIFY2(use.weights <= all.weights && use.activations <= all.activations,
             qPrintable(u"%1 and %2 of %3 and %4"_s.arg(use.weights).arg(use.activations).arg(all.weights).arg(all.activations)));
}

void TestStateLayout::aStateRefusesPlansThatNeedMore()
{
    QFETCH(const QString, device);
    Backend& backend = *backendFor(device.toStdString()).take();
    const LogicalPlan plan = planOf(test::sample("mnist_mlp"));
    const auto state = backend.createState(planOf(test::sample("mnist_mlp"), 4, {programs::predict})).take();
    const auto executable = backend.compile(plan, *state, {});
    QVERIFY(!executable);
    QCOMPARE(executable.error().message().id(), std::string_view("state.row"));

    const auto other = backend.createState(planOf(test::sample("mnist_cnn"))).take();
    QCOMPARE(backend.compile(plan, *other, {}).error().message().id(), std::string_view("state.row"));
}

void TestStateLayout::batchesOfAnySizeShareAState()
{
    QFETCH(const QString, device);
    const Project project = test::sample("mnist_mlp");
    SmallTraining training(project, device.toStdString(), {.batch = 4});
    Backend& backend = *backendFor(device.toStdString()).take();
    const LogicalPlan last = planOf(project, 3);
    const auto executable = backend.compile(last, training.state(), {}).take();
    const std::vector<double> before = training.arena(Arena::weights);
    const int programs[]{last.programIndex(programs::forwardBackward), last.programIndex(programs::update)};
    const float rate = 0.01f;
    std::vector<float> metrics(last.columns.size());
    QCOMPARE(executable->run(programs, 1, std::span(&rate, 1), metrics).take(), 1);
    QCOMPARE(metrics[1], 3.0f); // samples
    QVERIFY(training.arena(Arena::weights) != before);
}

NETSMITH_TEST(TestStateLayout)

} // namespace test_state_layout

#include "test_state_layout.moc"
