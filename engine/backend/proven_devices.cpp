#include "engine/backend/proven_devices.h"

#include "engine/backend/binary_id.h"
#include "engine/core/files/cache_folder.h"
#include "engine/core/files/safe_file.h"

#include <nlohmann/json.hpp>

namespace netsmith {
namespace {

namespace fs = std::filesystem;
using Proofs = std::map<std::string, std::string>; // by device, the binaries that passed

constexpr int proofsFormat = 1;

fs::path proofsFile()
{
    const fs::path folder = cacheFolder();
    return folder.empty() ? folder : folder / "proven_devices.json";
}

Proofs readProofs(const fs::path& file)
{
    const auto text = readTextFile(file);
    const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    if (!json.is_object() || json.value("format", nlohmann::json()) != proofsFormat)
        return {};
    try {
        return json.at("devices").get<Proofs>();
    } catch (const nlohmann::json::exception&) {
        return {};
    }
}

/// Everything that its bits may depend on.
std::string nameOf(const DeviceInfo& device)
{
    std::string name = device.name;
    for (const auto& [property, value] : device.properties)
        name += ", " + property + ' ' + value;
    return name;
}

std::string binaryOf(const DeviceInfo& device)
{
    return binaryId(device.id.substr(0, device.id.find(':')));
}

} // namespace

bool isProven(const DeviceInfo& device)
{
    const Proofs proofs = readProofs(proofsFile());
    const auto found = proofs.find(nameOf(device));
    return found != proofs.end() && found->second == binaryOf(device);
}

Expected<void> noteProof(const DeviceInfo& device, bool right)
{
    const fs::path file = proofsFile();
    if (file.empty())
        return {};
    Proofs proofs = readProofs(file);
    if (right)
        proofs[nameOf(device)] = binaryOf(device);
    else if (proofs.erase(nameOf(device)) == 0)
        return {};
    std::error_code code;
    fs::create_directories(file.parent_path(), code); // the writer reports errors
    return writeFileSafely(file, nlohmann::json{{"format", proofsFormat}, {"devices", proofs}}.dump(1));
}

} // namespace netsmith
