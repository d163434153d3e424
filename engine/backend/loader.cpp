#include "engine/backend/loader.h"

#include "engine/backend/proven_devices.h"
#include "engine/core/host_memory.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <mutex>

namespace netsmith {
namespace {

namespace fs = std::filesystem;

Expected<Backend*> open(const std::string& name)
{
    const fs::path path = moduleFolder() / ("netsmith_" + name + ".so");
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return Error(
            ErrorKind::input,
            Message(NS_MESSAGE("backend.missing", "the backend \"{0}\" is not installed: there is no {1}"), name, path.string())
                .with({.cause = MessageFacts::Cause::notInstalled}));
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return Error(ErrorKind::failed, NS_MESSAGE("backend.load", "the backend \"{0}\" can't be loaded: {1}"), name, dlerror());
    // The module stays loaded for the life of the process: its threads and library state can't be undone.
    const auto* module = static_cast<const BackendModule*>(dlsym(library, "netsmithBackend"));
    if (!module || std::string_view(module->buildId) != buildId())
        return Error(ErrorKind::failed,
                     NS_MESSAGE("backend.build", "the backend \"{0}\" at {1} belongs to another build of Netsmith; reinstall both"),
                     name, path.string());
    Backend* backend = module->create();
    if (!backend)
        return Error(ErrorKind::failed, NS_MESSAGE("backend.start", "the backend \"{0}\" could not start"), name);
    return backend;
}

bool hasProvenGpu()
{
    const auto backend = loadBackend("cuda");
    if (!backend || (*backend)->problem())
        return false;
    const std::vector<DeviceInfo> devices = (*backend)->devices();
    return !devices.empty() && isProven(devices.front());
}

} // namespace

const char* buildId()
{
    return NETSMITH_BUILD_ID;
}

fs::path moduleFolder()
{
    if (const char* directory = std::getenv("NETSMITH_BACKEND_DIR"); directory && *directory)
        return directory;
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&buildId), &info) && info.dli_fname)
        return fs::absolute(info.dli_fname).parent_path() / "netsmith";
    return "netsmith";
}

void prepareBackends()
{
    // cuBLAS within cuDNN's recurrent layers: one fixed workspace configuration, so that equal inputs give equal bits.
    setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
}

Expected<Backend*> loadBackend(std::string_view name)
{
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<Backend>, std::less<>> loaded;
    const std::lock_guard lock(mutex);
    if (const auto found = loaded.find(name); found != loaded.end())
        return found->second.get();
    if (const auto room = checkAddressSpace(threadCount()); !room)
        return room.error();
    auto backend = open(std::string(name));
    if (backend)
        loaded.emplace(std::string(name), *backend);
    return backend;
}

Expected<Backend*> backendFor(std::string_view device)
{
    if (device == "auto")
        return hasProvenGpu() ? loadBackend("cuda") : loadBackend("cpu");
    const std::string_view name = device.substr(0, device.find(':'));
    if (device == "cpu" || device == "reference")
        return loadBackend(name);
    if (name == "cuda") {
        const auto absent = [&](const Error& reason) {
            return Error(reason.kind(), NS_MESSAGE("backend.no_device", "the device \"{0}\" can't be used here: {1}"), device,
                         reason.message());
        };
        auto backend = loadBackend(name);
        if (!backend)
            return absent(backend.error());
        if (const auto problem = (*backend)->problem())
            return absent(*problem);
        const auto isIt = [&](const DeviceInfo& each) { return each.id == device; };
        if (device == "cuda" || std::ranges::any_of((*backend)->devices(), isIt))
            return backend;
        if (std::ranges::any_of((*backend)->otherDevices(), isIt))
            return Error(
                ErrorKind::input,
                NS_MESSAGE("backend.other_device",
                           "the device \"{0}\" exists, but this program uses only the first one that it sees; start it with "
                           "CUDA_VISIBLE_DEVICES={1} and choose cuda:0"),
                device, device.substr(device.find(':') + 1));
    }
    return Error(ErrorKind::input,
                 NS_MESSAGE("backend.device", "there is no device \"{0}\" here; choose auto, cpu, cuda:0 or reference"), device);
}

Expected<Backend*> hostBackend()
{
    auto backend = loadBackend("cpu");
    return backend ? backend : loadBackend("reference");
}

} // namespace netsmith
