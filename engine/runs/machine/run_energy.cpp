#include "engine/runs/machine/run_energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::runs {
namespace {

constexpr double joulesOfKilowattHour = 3.6e6;
constexpr double secondsOfHour = 3600.0;
constexpr double unnoticed = 0.01; ///< the part of a run that a first and a last row may miss

/// The seconds in which energy was counted: up to each row that has it, from the one before or from the start of its process.
double measuredSeconds(std::span<const TelemetryRow> rows)
{
    double measured = 0.0;
    double from = 0.0;
    for (const TelemetryRow& row : rows) {
        if (row.event != TelemetryEvent::start && !row[TelemetryColumn::joules])
            continue;
        if (row.event != TelemetryEvent::start)
            measured += std::max(0.0, row.seconds - from);
        from = row.seconds;
    }
    return measured;
}

Message moneyWords(double amount, const std::string& currency)
{
    return currency.empty() ? Message(NS_MESSAGE("energy.money", "{0}"), amountText(amount))
                            : Message(NS_MESSAGE("energy.money_in", "{0} {1}"), amountText(amount), currency);
}

Message sourceWords(const RunEnergy& energy, const Costs& costs)
{
    const std::string amount = amountText(*energy.kilowattHours);
    const std::string watts = costs.watts ? amountText(*costs.watts) : std::string();
    const auto percent = static_cast<std::int64_t>(std::lround(100.0 * energy.measured));
    if (energy.assumed == 0.0 && energy.measured == 1.0)
        return Message(NS_MESSAGE("energy.measured", "{0} kWh, measured"), amount);
    if (energy.assumed == 0.0)
        return Message(NS_MESSAGE("energy.partly", "{0} kWh, measured during {1} % of the time"), amount, percent);
    if (energy.measured == 0.0)
        return Message(NS_MESSAGE("energy.assumed", "{0} kWh, assumed: {1} W, as typed in"), amount, watts);
    return Message(NS_MESSAGE("energy.both", "{0} kWh, measured during {1} % of the time; {2} W assumed for the rest, as typed in"),
                   amount, percent, watts);
}

} // namespace

std::int64_t trainedSamples(const RunRecord& record, std::int64_t stepsPerEpoch)
{
    if (stepsPerEpoch <= 0)
        return 0;
    const std::int64_t epochs = record.steps / stepsPerEpoch, rest = record.steps % stepsPerEpoch;
    return epochs * record.trainSamples
        + static_cast<std::int64_t>(static_cast<double>(record.trainSamples) * static_cast<double>(rest)
                                    / static_cast<double>(stepsPerEpoch));
}

RunEnergy energyOf(const RunRecord& record, std::int64_t samples, std::span<const TelemetryRow> rows, const Costs& costs)
{
    RunEnergy energy;
    energy.hours = record.seconds / secondsOfHour;
    energy.samples = samples;
    std::optional<double> joules = record.joules;
    if (!joules) // it was killed before its record had it
        for (const TelemetryRow& row : rows)
            if (row[TelemetryColumn::joules])
                joules = row[TelemetryColumn::joules];
    if (joules) {
        energy.measured = rows.empty() || record.seconds <= 0.0 ? 1.0 : std::min(1.0, measuredSeconds(rows) / record.seconds);
        if (energy.measured > 1.0 - unnoticed)
            energy.measured = 1.0;
    }
    if (costs.watts && energy.measured < 1.0)
        energy.assumed = 1.0 - energy.measured;
    if (joules || energy.assumed > 0.0)
        energy.kilowattHours =
            joules.value_or(0.0) / joulesOfKilowattHour + costs.watts.value_or(0.0) / 1e3 * energy.hours * energy.assumed;
    if (energy.kilowattHours && samples > 0)
        energy.perThousandSamples = *energy.kilowattHours * 1000.0 / static_cast<double>(samples);
    const auto product = [](const std::optional<double>& amount, const std::optional<double>& price) {
        return amount && price ? std::optional(*amount * *price) : std::nullopt;
    };
    energy.energyCost = product(energy.kilowattHours, costs.perKilowattHour);
    energy.deviceCost = product(energy.hours, costs.perDeviceHour);
    if (energy.energyCost || energy.deviceCost)
        energy.cost = energy.energyCost.value_or(0.0) + energy.deviceCost.value_or(0.0);
    energy.grams = product(energy.kilowattHours, costs.gramsPerKilowattHour);
    return energy;
}

std::string amountText(double amount)
{
    if (amount == 0.0)
        return "0";
    // Three significant digits, without an exponent: a run of seconds uses thousandths of a cent.
    const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(amount))), 0, 12);
    return fmt::format("{:.{}f}", amount, decimals);
}

CardSection energySection(const RunEnergy& energy, const Costs& costs)
{
    CardSection section{"energy", NS_TEXT("run_card", "Energy and costs"), {}};
    const auto add = [&](const char* id, const char* title, const Message& words) {
        section.facts.push_back({id, title, words.text(), words});
    };
    const Message notSet(NS_MESSAGE("energy.not_set", "not set"));
    const Message unknown(NS_MESSAGE("energy.unknown", "not known: this machine did not report it, and no power is set"));
    const auto money = [&](const std::optional<double>& amount, const std::optional<double>& price) {
        return amount ? moneyWords(*amount, costs.currency) : price ? Message(NS_MESSAGE("energy.no_energy", "not known")) : notSet;
    };
    add("energy", NS_TEXT("run_card", "Energy"), energy.kilowattHours ? sourceWords(energy, costs) : unknown);
    if (energy.perThousandSamples)
        add("energy_per_1000_samples", NS_TEXT("run_card", "Energy for 1,000 samples"),
            Message(NS_MESSAGE("energy.amount", "{0} kWh"), amountText(*energy.perThousandSamples)));
    add("energy_cost", NS_TEXT("run_card", "Cost of the energy"), money(energy.energyCost, costs.perKilowattHour));
    add("device_cost", NS_TEXT("run_card", "Cost of the device's time"), money(energy.deviceCost, costs.perDeviceHour));
    if (energy.energyCost && energy.deviceCost)
        add("cost", NS_TEXT("run_card", "Cost"), moneyWords(*energy.cost, costs.currency));
    add("co2", NS_TEXT("run_card", "CO2"),
        energy.grams                     ? Message(NS_MESSAGE("energy.grams", "{0} g"), amountText(*energy.grams))
            : costs.gramsPerKilowattHour ? Message(NS_MESSAGE("energy.no_energy", "not known"))
                                         : notSet);
    const bool complete =
        costs.perKilowattHour && costs.perDeviceHour && costs.gramsPerKilowattHour && (energy.measured == 1.0 || costs.watts);
    if (!complete)
        add("costs_hint", NS_TEXT("run_card", "To set"),
            Message(
                NS_MESSAGE("energy.hint", "with the button \"Costs\" of the card in the window, or with \"netsmith-cli costs\"")));
    return section;
}

} // namespace netsmith::runs
