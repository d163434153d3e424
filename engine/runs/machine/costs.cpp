#include "engine/runs/machine/costs.h"

#include "engine/core/files/config_folder.h"
#include "engine/core/files/safe_file.h"
#include "engine/core/message.h"

#include <nlohmann/json.hpp>

#include <array>

namespace netsmith::runs {
namespace {

namespace fs = std::filesystem;

using CostsJson = nlohmann::json;

constexpr std::uint64_t largestCostsFile = 1 << 16;

} // namespace

std::span<const CostField> costFields()
{
    static const std::array<CostField, 4> fields{{
        {"price_per_kwh", NS_TEXT("costs", "Price of a kWh"), "", &Costs::perKilowattHour},
        {"price_per_device_hour", NS_TEXT("costs", "Price of an hour on the device"), "", &Costs::perDeviceHour},
        {"co2_per_kwh", NS_TEXT("costs", "CO2 of a kWh"), NS_TEXT("costs", "g"), &Costs::gramsPerKilowattHour},
        {"assumed_watts", NS_TEXT("costs", "Power if it can't be read"), NS_TEXT("costs", "W"), &Costs::watts},
    }};
    return fields;
}

fs::path costsFile()
{
    const fs::path folder = configFolder();
    return folder.empty() ? folder : folder / "costs.json";
}

Expected<Costs> readCosts(const fs::path& file)
{
    std::error_code code;
    if (file.empty() || !fs::exists(file, code))
        return Costs();
    const auto text = readTextFile(file, largestCostsFile);
    if (!text)
        return text.error();
    const CostsJson json = CostsJson::parse(*text, nullptr, false);
    if (!json.is_object())
        return Error(ErrorKind::input, NS_MESSAGE("costs.file", "{0} is not a JSON object; remove it, and type the costs in again"),
                     file.string());
    Costs costs;
    for (const CostField& field : costFields()) {
        const auto value = json.find(field.key);
        if (value == json.end())
            continue;
        if (!value->is_number() || !(value->get<double>() >= 0.0 && value->get<double>() <= largestCost))
            return Error(ErrorKind::input, NS_MESSAGE("costs.value", "{0} in {1} is not a number from 0 to {2}; type it in again"),
                         field.key, file.string(), static_cast<std::int64_t>(largestCost));
        costs.*field.value = value->get<double>();
    }
    if (const auto currency = json.find("currency"); currency != json.end() && currency->is_string())
        costs.currency = currency->get<std::string>().substr(0, longestCurrency);
    return costs;
}

Expected<void> writeCosts(const Costs& costs, const fs::path& file)
{
    if (file.empty())
        return Error(ErrorKind::usage,
                     NS_MESSAGE("costs.place", "there is no place for settings: set HOME or XDG_CONFIG_HOME to an absolute path"));
    CostsJson json = CostsJson::object();
    if (!costs.currency.empty())
        json["currency"] = costs.currency;
    for (const CostField& field : costFields())
        if (costs.*field.value)
            json[field.key] = *(costs.*field.value);
    std::error_code code;
    fs::create_directories(file.parent_path(), code); // the writer reports errors
    return writeFileSafely(file, json.dump(2, ' ', false, CostsJson::error_handler_t::replace) + '\n');
}

} // namespace netsmith::runs
