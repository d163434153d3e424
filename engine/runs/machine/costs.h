#pragma once

#include "engine/core/expected.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace netsmith::runs {

/// What energy and devices cost, as the user typed it in. Nothing has a default: what is not set is not counted.
struct Costs {
    std::string currency{}; ///< "EUR"; may be empty
    std::optional<double> perKilowattHour{}; ///< money
    std::optional<double> perDeviceHour{}; ///< money, such as a rented device's
    std::optional<double> gramsPerKilowattHour{}; ///< of CO2
    std::optional<double> watts{}; ///< assumed of the device where its power can't be read
    bool operator==(const Costs&) const = default;
};

/// One of the numbers, as files, the command line and the window call it.
struct CostField {
    const char* key; ///< in the file: "price_per_kwh"
    const char* title; ///< for people, in English; the studio translates it in the context "costs"
    const char* unit; ///< likewise: "g/kWh"; empty: money
    std::optional<double> Costs::*value;
};
std::span<const CostField> costFields();

/// The largest number that is accepted.
inline constexpr double largestCost = 1e9;
/// The longest currency, in bytes.
inline constexpr std::size_t longestCurrency = 16;

/// "costs.json" among the user's settings, which the window and the command line have in common; empty without a place for it.
std::filesystem::path costsFile();
/// Of a missing file: nothing is set. An error names the file and what is wrong in it.
Expected<Costs> readCosts(const std::filesystem::path& file = costsFile());
/// Makes its folder if needed. The errors are those of `writeFileSafely`, and `costs.place`.
Expected<void> writeCosts(const Costs& costs, const std::filesystem::path& file = costsFile());

} // namespace netsmith::runs
