#include "engine/runs/machine/machine_series.h"
#include "engine/runs/machine/run_energy.h"

#include "engine/core/files/config_folder.h"
#include "engine/core/files/safe_file.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace test_run_energy {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;

namespace {

constexpr double joulesOfKwh = 3.6e6;

/// An hour of training on 100,000 samples, twice.
RunRecord anHour(std::optional<double> joules)
{
    RunRecord record;
    record.seconds = 3600.0;
    record.joules = joules;
    record.trainSamples = 100000;
    record.steps = 2000;
    return record;
}

TelemetryRow joulesAt(double seconds, std::optional<double> joules, TelemetryEvent event = TelemetryEvent::sample)
{
    TelemetryRow row{.seconds = seconds, .step = 1, .epoch = 1, .event = event};
    row[TelemetryColumn::joules] = joules;
    return row;
}

bool near(const std::optional<double>& value, double wanted)
{
    return value && std::abs(*value - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted));
}

std::string valueOf(const CardSection& section, const std::string& id)
{
    for (const CardFact& fact : section.facts)
        if (fact.id == id)
            return fact.value;
    return "absent";
}

} // namespace

/// A run's energy and what it cost, by hand; and the file of prices.
class TestRunEnergy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuredEnergyIsPriced();
    void assumedPowerIsMarked();
    void partOfTheTimeIsMeasured();
    void nothingIsAssumedUnasked();
    void countsTheSamples();
    void cardsSayWhatIsSet();
    void costsAreKeptAndChecked();
    void figuresAreMeansAndPeaks();
};

void TestRunEnergy::measuredEnergyIsPriced()
{
    const Costs costs{
        .currency = "EUR", .perKilowattHour = 0.30, .perDeviceHour = 2.0, .gramsPerKilowattHour = 400.0, .watts = 1000.0};
    const RunEnergy energy = energyOf(anHour(0.5 * joulesOfKwh), 200000, {}, costs);
    QCOMPARE(energy.measured, 1.0);
    QCOMPARE(energy.assumed, 0.0); // the assumed power is not used
    QVERIFY(near(energy.kilowattHours, 0.5));
    QVERIFY(near(energy.perThousandSamples, 0.0025));
    QVERIFY(near(energy.energyCost, 0.15));
    QVERIFY(near(energy.deviceCost, 2.0));
    QVERIFY(near(energy.cost, 2.15));
    QVERIFY(near(energy.grams, 200.0));
}

void TestRunEnergy::assumedPowerIsMarked()
{
    const RunEnergy energy = energyOf(anHour({}), 200000, {}, {.perKilowattHour = 0.5, .watts = 65.0});
    QCOMPARE(energy.measured, 0.0);
    QCOMPARE(energy.assumed, 1.0);
    QVERIFY(near(energy.kilowattHours, 0.065));
    QVERIFY(near(energy.perThousandSamples, 0.000325));
    QVERIFY(near(energy.energyCost, 0.0325));
    QVERIFY(!energy.deviceCost && !energy.grams);
    QVERIFY(near(energy.cost, 0.0325));
}

void TestRunEnergy::partOfTheTimeIsMeasured()
{
    // Resumed after half an hour on a machine without sensors; before that 900,000 J.
    const std::vector<TelemetryRow> rows{joulesAt(0.0, {}, TelemetryEvent::start), joulesAt(900.0, 450000.0),
                                         joulesAt(1800.0, 900000.0), joulesAt(1800.0, {}, TelemetryEvent::start),
                                         joulesAt(3600.0, {})};
    const RunEnergy measured = energyOf(anHour(900000.0), 200000, rows, {});
    QCOMPARE(measured.measured, 0.5);
    QCOMPARE(measured.assumed, 0.0);
    QVERIFY(near(measured.kilowattHours, 0.25));
    const RunEnergy both = energyOf(anHour(900000.0), 200000, rows, {.watts = 100.0});
    QCOMPARE(both.assumed, 0.5);
    QVERIFY(near(both.kilowattHours, 0.25 + 0.05));
    QCOMPARE(valueOf(energySection(both, {.watts = 100.0}), "energy"),
             std::string("0.300 kWh, measured during 50 % of the time; 100 W assumed for the rest, as typed in"));
    QCOMPARE(valueOf(energySection(measured, {}), "energy"), std::string("0.250 kWh, measured during 50 % of the time"));
    // A few seconds before the first row and after the last don't matter, nor rows between that have no energy.
    const std::vector<TelemetryRow> whole{joulesAt(0.0, {}, TelemetryEvent::start), joulesAt(5.0, {}), joulesAt(10.0, 10.0),
                                          joulesAt(1800.0, {}), joulesAt(3590.0, 900000.0)};
    QCOMPARE(energyOf(anHour(900000.0), 200000, whole, {}).measured, 1.0);
    // A process that was killed before its record had it.
    QVERIFY(near(energyOf(anHour({}), 200000, whole, {}).kilowattHours, 0.25));
}

void TestRunEnergy::nothingIsAssumedUnasked()
{
    const RunEnergy energy = energyOf(anHour({}), 200000, {}, {});
    QVERIFY(!energy.kilowattHours && !energy.perThousandSamples && !energy.energyCost && !energy.deviceCost && !energy.cost
            && !energy.grams);
    // A device's time has a price without any energy.
    QVERIFY(near(energyOf(anHour({}), 0, {}, {.perDeviceHour = 3.0}).cost, 3.0));
    QVERIFY(!energyOf(anHour(1.0), 0, {}, {}).perThousandSamples);
}

void TestRunEnergy::countsTheSamples()
{
    RunRecord record;
    record.trainSamples = 23; // in five steps
    record.steps = 15;
    QCOMPARE(trainedSamples(record, 5), std::int64_t{69});
    record.steps = 12;
    QCOMPARE(trainedSamples(record, 5), std::int64_t{46 + 9});
    QCOMPARE(trainedSamples(record, 0), std::int64_t{0});
}

void TestRunEnergy::cardsSayWhatIsSet()
{
    const CardSection none = energySection(energyOf(anHour({}), 200000, {}, {}), {});
    QCOMPARE(valueOf(none, "energy"), std::string("not known: this machine did not report it, and no power is set"));
    for (const char* id : {"energy_cost", "device_cost", "co2"})
        QCOMPARE(valueOf(none, id), std::string("not set"));
    QVERIFY(valueOf(none, "costs_hint").find("netsmith-cli costs") != std::string::npos);
    QCOMPARE(valueOf(none, "cost"), std::string("absent"));

    const Costs costs{
        .currency = "EUR", .perKilowattHour = 0.3, .perDeviceHour = 2.0, .gramsPerKilowattHour = 400.0, .watts = 65.0};
    const CardSection all = energySection(energyOf(anHour({}), 200000, {}, costs), costs);
    QCOMPARE(valueOf(all, "energy"), std::string("0.0650 kWh, assumed: 65.0 W, as typed in"));
    QCOMPARE(valueOf(all, "energy_per_1000_samples"), std::string("0.000325 kWh"));
    QCOMPARE(valueOf(all, "energy_cost"), std::string("0.0195 EUR"));
    QCOMPARE(valueOf(all, "device_cost"), std::string("2.00 EUR"));
    QCOMPARE(valueOf(all, "cost"), std::string("2.02 EUR"));
    QCOMPARE(valueOf(all, "co2"), std::string("26.0 g"));
    QCOMPARE(valueOf(all, "costs_hint"), std::string("absent"));
    QCOMPARE(valueOf(energySection(energyOf(anHour(joulesOfKwh), 1, {}, {}), {}), "energy"), std::string("1.00 kWh, measured"));
    // A price without energy is no cost.
    QCOMPARE(valueOf(energySection(energyOf(anHour({}), 1, {}, {.perKilowattHour = 0.3}), {.perKilowattHour = 0.3}), "energy_cost"),
             std::string("not known"));
    QCOMPARE(amountText(0.0), std::string("0"));
    QCOMPARE(amountText(1234.6), std::string("1235"));
    QCOMPARE(amountText(0.00000123456), std::string("0.00000123"));
}

void TestRunEnergy::costsAreKeptAndChecked()
{
    const QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "netsmith" / "costs.json";
    QCOMPARE(readCosts(file).take(), Costs());
    const Costs costs{.currency = "€", .perKilowattHour = 0.3, .perDeviceHour = {}, .gramsPerKilowattHour = 0.0, .watts = 65.5};
    QVERIFY(writeCosts(costs, file));
    QCOMPARE(readCosts(file).take(), costs); // 0 is a price, too
    writeFileSafely(file, std::string_view("[1, 2]")).take();
    QVERIFY(!readCosts(file));
    writeFileSafely(file, std::string_view("{\"price_per_kwh\": -1}")).take();
    QVERIFY(readCosts(file).error().message().text().find("price_per_kwh") != std::string::npos);
    writeFileSafely(file, std::string_view("{\"price_per_kwh\": \"many\"}")).take();
    QVERIFY(!readCosts(file));
    QVERIFY(!writeCosts(costs, {}));
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    QCOMPARE(costsFile(), file);
    qputenv("XDG_CONFIG_HOME", "relative");
    qputenv("HOME", folder.path().toUtf8());
    QCOMPARE(configFolder(), fs::path(folder.path().toStdString()) / ".config" / "netsmith");
}

void TestRunEnergy::figuresAreMeansAndPeaks()
{
    std::vector<TelemetryRow> rows(3);
    rows[0][TelemetryColumn::cpu] = 50.0;
    rows[1][TelemetryColumn::cpu] = 100.0;
    rows[0][TelemetryColumn::cpuRun] = 40.0;
    rows[0][TelemetryColumn::gpu] = 7.0;
    rows[1].cores = {10.0, 90.0};
    const auto figures = machineFigures(rows, false);
    const auto find = [](const auto& all, const std::string& id) {
        return *std::ranges::find_if(all, [&](const MachineFigures& one) { return one.series->id == id; });
    };
    const MachineFigures load = find(figures, "utilization");
    QCOMPARE(load.all->mean, 75.0);
    QCOMPARE(load.all->peak, 100.0);
    QCOMPARE(load.run->mean, 40.0);
    QCOMPARE(find(figures, "busiest_core").all->peak, 90.0);
    QVERIFY(!find(figures, "power").all);
    const auto ofGpu = machineFigures(rows, true);
    QCOMPARE(find(ofGpu, "utilization").all->mean, 7.0);
    QCOMPARE(find(ofGpu, "processor").all->mean, 75.0);
}

NETSMITH_TEST(TestRunEnergy)

} // namespace test_run_energy

#include "test_run_energy.moc"
