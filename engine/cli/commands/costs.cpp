#include "engine/runs/machine/costs.h"

#include "engine/cli/command_line.h"
#include "engine/cli/words/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>

namespace netsmith::cli {
namespace {

constexpr const char* unsetWord = "none";

struct CostsOptions {
    std::optional<std::string> currency;
    std::array<std::optional<std::string>, 4> values; ///< in the order of `costFields`
};

/// The switch of each field.
constexpr std::array<const char*, 4> costSwitches{"--per-kwh", "--per-hour", "--co2", "--watts"};
constexpr std::array<const char*, 4> costDocs{
    "The price of a kWh, or \"none\"",
    "The price of an hour on the device, such as a rented one's, or \"none\"",
    "The grams of CO2 that a kWh causes, or \"none\"",
    "The power of the device in watts, assumed where it can't be read, or \"none\"",
};

/// "none" or a number in the range.
std::optional<double> costFrom(const std::string& text)
{
    if (text == unsetWord)
        return std::nullopt;
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value); // checked by the parser
    return value;
}

std::string costProblem(const std::string& text)
{
    double value = -1.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool fits = error == std::errc() && end == text.data() + text.size() && value >= 0.0 && value <= runs::largestCost;
    return text == unsetWord || fits
        ? std::string()
        : fmt::format("expected a number from 0 to {:.0f} or \"{}\", got \"{}\"", runs::largestCost, unsetWord, text);
}

int showCosts(Console& console, const CostsOptions& options)
{
    runs::Costs costs = runs::readCosts().take();
    const runs::Costs before = costs;
    const auto fields = runs::costFields();
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (options.values[i])
            costs.*fields[i].value = costFrom(*options.values[i]);
    if (options.currency)
        costs.currency = *options.currency == unsetWord ? std::string() : *options.currency;
    if (costs != before)
        runs::writeCosts(costs).take();
    Json json{{"file", runs::costsFile().string()}, {"currency", costs.currency}};
    Table table({Table::Align::left, Table::Align::right});
    table.add({"Currency", costs.currency.empty() ? "not set" : costs.currency});
    for (const runs::CostField& field : fields) {
        const auto& value = costs.*field.value;
        json[field.key] = value ? Json(*value) : Json(nullptr);
        const std::string unit = *field.unit ? field.unit : costs.currency;
        table.add({field.title, value ? fmt::format("{}{}{}", *value, unit.empty() ? "" : " ", unit) : "not set"});
    }
    console.event("costs", json);
    console.print(table.text());
    return 0;
}

} // namespace

void addCosts(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "costs", "Show or set what energy and devices cost, for the cards of runs");
    const auto options = std::make_shared<CostsOptions>();
    command.add_option("--currency", options->currency, "The name of the currency, such as EUR, or \"none\"")
        ->check(CLI::Validator(
            [](const std::string& text) {
                const bool control =
                    std::ranges::any_of(text, [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; });
                return !text.empty() && text.size() <= runs::longestCurrency && !control
                    ? std::string()
                    : fmt::format("expected 1 to {} bytes of text", runs::longestCurrency);
            },
            ""))
        ->type_name("NAME");
    for (std::size_t i = 0; i < costSwitches.size(); ++i)
        command.add_option(costSwitches[i], options->values[i], costDocs[i])
            ->check(CLI::Validator([](const std::string& text) { return costProblem(text); }, ""))
            ->type_name("NUMBER");
    command.footer("The window reads the same file. Nothing has a default: what is not set is not counted.");
    line.onRun(command, [&line, options] { return showCosts(line.console, *options); });
}

} // namespace netsmith::cli
