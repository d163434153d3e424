#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"
#include "engine/schedules/registry.h"
#include "engine/train/project_checks.h"
#include "engine/train/trainer/launch_pacer.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <filesystem>
#include <set>

namespace test_schedules {

using namespace netsmith;

namespace {

bool close(double got, double expected)
{
    return std::abs(got - expected) <= 1e-15 + 1e-12 * std::abs(expected);
}

} // namespace

class TestSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void registryIsInOrder();
    void constantStays();
    void cosineByHand_data();
    void cosineByHand();
    void oldProjectsNameTheSameWarmup();
    void everyOneWarmsUp();
    void wavesBeginAnew();
    void plateausLowerTheRate();
    void agreeWithKerasAndPyTorch_data();
    void agreeWithKerasAndPyTorch();
    void checksItsParameters_data();
    void checksItsParameters();
    void paceDoublesUpToFiftyMilliseconds();
};

void TestSchedules::registryIsInOrder()
{
    std::string last;
    for (const ScheduleSpec& spec : schedules()) {
        QVERIFY(last < spec.id);
        QVERIFY(!spec.title.empty() && !spec.doc.empty() && spec.rate);
        for (const ParameterSpec& parameter : spec.parameters)
            QVERIFY(!parameter.doc.empty() && parameter.hard);
        last = spec.id;
    }
    QVERIFY(!schedules().find("none"));
}

void TestSchedules::constantStays()
{
    const ScheduleSpec& constant = *schedules().find("constant");
    for (const std::int64_t step : {0, 1, 99, 100})
        QCOMPARE(constant.rate({}, {0.25, step, 100}), 0.25);
}

void TestSchedules::cosineByHand_data()
{
    QTest::addColumn<double>("alpha");
    QTest::addColumn<double>("warmup");
    QTest::addColumn<int>("step");
    QTest::addColumn<double>("rate");
    // 100 steps from a rate of 2; cos 0, π/4, π/2, 3π/4, π.
    const double quarter = std::sqrt(0.5);
    QTest::newRow("begin") << 0.0 << 0.0 << 0 << 2.0;
    QTest::newRow("a quarter") << 0.0 << 0.0 << 25 << 1.0 + quarter;
    QTest::newRow("half") << 0.0 << 0.0 << 50 << 1.0;
    QTest::newRow("three quarters") << 0.0 << 0.0 << 75 << 1.0 - quarter;
    QTest::newRow("end") << 0.0 << 0.0 << 100 << 0.0;
    QTest::newRow("after the end") << 0.0 << 0.0 << 130 << 0.0;
    QTest::newRow("half to a tenth") << 0.1 << 0.0 << 50 << 2.0 * (0.9 * 0.5 + 0.1);
    QTest::newRow("end at a tenth") << 0.1 << 0.0 << 100 << 0.2;
    QTest::newRow("first of warm-up") << 0.0 << 0.2 << 0 << 0.0;
    QTest::newRow("in warm-up") << 0.0 << 0.2 << 5 << 0.5;
    QTest::newRow("last of warm-up") << 0.0 << 0.2 << 19 << 1.9;
    QTest::newRow("after warm-up") << 0.0 << 0.2 << 20 << 2.0;
    QTest::newRow("half of the rest") << 0.0 << 0.2 << 60 << 1.0;
    QTest::newRow("a quarter of the rest") << 0.0 << 0.2 << 40 << 1.0 + quarter;
}

void TestSchedules::cosineByHand()
{
    QFETCH(double, alpha);
    QFETCH(double, warmup);
    QFETCH(int, step);
    QFETCH(double, rate);
    const double got = schedules().find("cosine")->rate({{"alpha", alpha}, {"warmup_ratio", warmup}}, {2.0, step, 100});
    QVERIFY2(close(got, rate), qPrintable(QString("%1 for %2").arg(got).arg(rate)));
}

/// The parameter once belonged to cosine only.
void TestSchedules::oldProjectsNameTheSameWarmup()
{
    QVERIFY(schedules().find("cosine")->parameter("warmup_ratio"));
    QVERIFY(schedules().find("cosine")->parameter("alpha"));
}

/// Over a fifth of 100 steps the rate rises to the schedule's first one; the schedule's own steps are counted from there.
void TestSchedules::everyOneWarmsUp()
{
    for (const ScheduleSpec& spec : schedules()) {
        if (spec.id == "one_cycle")
            continue; // has a warm-up of its own
        for (const std::int64_t step : {0, 5, 19})
            QVERIFY2(close(spec.rate({{"warmup_ratio", 0.2}}, {2.0, step, 100, 10}), 0.1 * static_cast<double>(step)),
                     spec.id.c_str());
        for (const std::int64_t step : {0, 5, 19, 20, 60}) { // 20 steps are 2 epochs of 10
            const double byShare = spec.rate({{"warmup_ratio", 0.2}}, {2.0, step, 100, 10});
            QCOMPARE(spec.rate({{"warmup_epochs", 2.0}}, {2.0, step, 100, 10}), byShare);
            QCOMPARE(spec.rate({{"warmup_steps", std::int64_t{20}}, {"warmup_epochs", 9.0}, {"warmup_ratio", 0.9}},
                               {2.0, step, 100, 10}),
                     byShare);
            QVERIFY(std::isfinite(spec.rate({{"warmup_steps", std::int64_t{500}}}, {2.0, step, 100, 10}))); // longer than the run
        }
        for (const std::int64_t step : {0, 1, 40, 79})
            QVERIFY2(close(spec.rate({{"warmup_ratio", 0.2}}, {2.0, 20 + step, 100, 10}), spec.rate({}, {2.0, step, 80, 10})),
                     spec.id.c_str());
    }
}

void TestSchedules::wavesBeginAnew()
{
    const ScheduleSpec& waves = *schedules().find("cosine_restarts");
    const ParameterMap twoEpochs{{"first_epochs", std::int64_t{2}}, {"m_mul", 0.5}};
    const auto at = [&](std::int64_t step) { return waves.rate(twoEpochs, {1.0, step, 1000, 5}); };
    // Waves of 10, 20, 40 … steps.
    QVERIFY(close(at(0), 1.0) && close(at(5), 0.5));
    QVERIFY(close(at(10), 0.5) && close(at(20), 0.25));
    QVERIFY(close(at(30), 0.25) && close(at(50), 0.125));
    QVERIFY(close(at(70), 0.125));
    for (std::int64_t length = 10, begin = 0; begin < 100'000; begin += length, length *= 2)
        QVERIFY(close(waves.rate({{"first_epochs", std::int64_t{2}}}, {1.0, begin, 1'000'000, 5}), 1.0));
    for (const std::int64_t begin : {0, 10, 20, 70'000})
        QVERIFY(close(waves.rate({{"first_epochs", std::int64_t{2}}, {"t_mul", 1.0}}, {1.0, begin, 1'000'000, 5}), 1.0));
}

void TestSchedules::plateausLowerTheRate()
{
    const ScheduleSpec& spec = *schedules().find("reduce_on_plateau");
    const ParameterMap parameters{
        {"factor", 0.5}, {"patience", std::int64_t{2}}, {"min_delta", 0.1}, {"cooldown", std::int64_t{2}}, {"min_lr", 0.6}};
    ScheduleMemory memory;
    std::vector<double> rates;
    for (const double loss : {1.0, 0.95, 0.5, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45, std::nan(""), 0.1}) {
        spec.epochEnded(parameters, loss, memory);
        rates.push_back(spec.rate(parameters, {2.0, 7, 100, 10, memory}));
    }
    // The second epoch without improvement lowers it; two epochs of cool-down, of which the last counts; and so on, to the lowest
    // rate.
    const std::vector<double> expected{2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.6};
    QCOMPARE(rates, expected);
    QCOMPARE(*memory.best, 0.1);
    QCOMPARE(spec.rate(parameters, {0.5, 7, 100, 10, {}}), 0.5); // below the lowest from the start
}

void TestSchedules::agreeWithKerasAndPyTorch_data()
{
    QTest::addColumn<QString>("file");
    std::set<std::string> seen{"constant"};
    for (const auto& entry : std::filesystem::directory_iterator(NETSMITH_SOURCE_DIR "/tests/fixtures/parity/schedules")) {
        QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
        seen.insert(entry.path().stem().string());
    }
    for (const ScheduleSpec& spec : schedules())
        QVERIFY2(seen.contains(spec.id), spec.id.c_str());
}

/// The results recorded by tests/parity/optimizers.py; Keras computes in f32.
void TestSchedules::agreeWithKerasAndPyTorch()
{
    QFETCH(QString, file);
    const Json fixture = readJson(readTextFile(file.toStdString()).take()).take();
    const ScheduleSpec& spec = *schedules().find(fixture["schedule"]["id"].get<std::string>());
    const ParameterMap parameters = parametersFromJson(fixture["schedule"]["parameters"]);
    ScheduleMoment now{fixture["base_rate"].get<double>(), 0, fixture["total_steps"].get<std::int64_t>(),
                       fixture["steps_per_epoch"].get<std::int64_t>()};
    for (const Json& expected : fixture["rates"]) {
        if (fixture.contains("losses"))
            spec.epochEnded(parameters, fixture["losses"][static_cast<std::size_t>(now.step)].get<double>(), now.memory);
        const double got = spec.rate(parameters, now);
        QVERIFY2(std::abs(got - expected.get<double>()) < 1e-6,
                 qPrintable(QString("step %1: %2, expected %3").arg(now.step).arg(got).arg(expected.get<double>())));
        ++now.step;
    }
}

void TestSchedules::checksItsParameters_data()
{
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("mention");
    QTest::newRow("unknown") << "linear"
                             << "" << 0.0 << "\"netsmith-cli schedules\" lists them";
    QTest::newRow("no such parameter") << "cosine"
                                       << "warmup" << 0.1 << "no parameter";
    QTest::newRow("all warm-up") << "cosine"
                                 << "warmup_ratio" << 1.0 << "warmup_ratio";
    QTest::newRow("negative") << "cosine"
                              << "alpha" << -0.1 << "alpha";
    QTest::newRow("NaN") << "cosine"
                         << "alpha" << std::nan("") << "alpha";
}

void TestSchedules::checksItsParameters()
{
    QFETCH(QString, schedule);
    QFETCH(QString, parameter);
    QFETCH(double, value);
    QFETCH(QString, mention);
    Project project;
    project.training.schedule.id = schedule.toStdString();
    if (!parameter.isEmpty())
        project.training.schedule.parameters[parameter.toStdString()] = value;
    const CheckedProject checked = train::checkProject(project, std::span<const FieldType>());
    QVERIFY(std::ranges::any_of(checked.problems(), [&](const Problem& problem) {
        return problem.severity == Severity::error && problem.message.text().find(mention.toStdString()) != std::string::npos
            && problem.message.text().find("schedule \"") != std::string::npos;
    }));
}

void TestSchedules::paceDoublesUpToFiftyMilliseconds()
{
    train::LaunchPacer pacer;
    QCOMPARE(pacer.next(1000), 1);
    pacer.took(1, 0.001);
    QCOMPARE(pacer.next(1000), 2);
    QCOMPARE(pacer.next(1), 1);
    for (int i = 0; i < 10; ++i)
        pacer.took(pacer.next(1000), 0.001 * pacer.next(1000));
    QCOMPARE(pacer.next(1000), 50);
    pacer.took(50, 5.0);
    QCOMPARE(pacer.next(1000), 1);
    for (int i = 0; i < 20; ++i)
        pacer.took(pacer.next(1000), 0.0);
    QCOMPARE(pacer.next(1000), control::maximumSteps);
    train::LaunchPacer fixed(3);
    fixed.took(3, 100.0);
    QCOMPARE(fixed.next(1000), 3);
}

NETSMITH_TEST(TestSchedules)

} // namespace test_schedules

#include "test_schedules.moc"
