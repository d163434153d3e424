#include "gui/jobs/devices.h"

#include "engine/backend/loader.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// The backend modules that may be installed with the program.
constexpr std::array backends{"cuda", "cpu", "reference"};

/// The id of the device that "auto" selects; empty if there is none.
std::string askAutomatic()
{
    const Expected<Backend*> backend = backendFor("auto");
    const std::vector<DeviceInfo> devices = backend ? (*backend)->devices() : std::vector<DeviceInfo>();
    return devices.empty() ? std::string() : devices.front().id;
}

std::vector<DeviceInfo> ask()
{
    std::vector<DeviceInfo> devices;
    for (const char* name : backends)
        if (const Expected<Backend*> backend = loadBackend(name)) // a missing backend is normal
            for (DeviceInfo& device : (*backend)->devices())
                devices.push_back(std::move(device));
    return devices;
}

} // namespace

Devices::Devices(QObject* parent)
    : QObject(parent)
{
}

void Devices::read()
{
    m_thread.run([this] {
        m_thread.answer([this, devices = ask(), automatic = askAutomatic()] {
            m_all = devices;
            m_automatic = automatic;
            Q_EMIT changed();
        });
    });
}

const std::vector<DeviceInfo>& Devices::all() const
{
    static const std::vector<DeviceInfo> none;
    return m_all ? *m_all : none;
}

const DeviceInfo* Devices::find(const std::string& setting) const
{
    // "auto" and a backend's name without a number are its first device.
    const std::string wanted = setting == "auto" ? m_automatic : setting;
    const auto found = std::ranges::find_if(
        all(), [&](const DeviceInfo& device) { return device.id == wanted || device.id.substr(0, device.id.find(':')) == wanted; });
    return found == all().end() ? nullptr : &*found;
}

} // namespace netsmith::gui
