#include "engine/store/fingerprint.h"

#include "engine/backend/loader.h"
#include "engine/core/files/safe_file.h"
#include "engine/plan/cached_features.h"

#include <set>
#include <span>

namespace netsmith {

Fingerprint fingerprintOf(const DeviceInfo& device, const LogicalPlan& plan, const Executable& executable)
{
    Fingerprint fingerprint(device.properties.begin(), device.properties.end());
    fingerprint["device"] = device.id;
    fingerprint["build"] = buildId();
    fingerprint["precision"] = nameOf(plan.precision);
    fingerprint["fusion"] = plan.fuse ? "on" : "off";
    std::vector<std::string_view> used{programs::forwardBackward, programs::update};
    if (plan.programIndex(programs::trainFeatures) >= 0) {
        fingerprint.emplace(featureCacheCondition, "on");
        used.push_back(programs::trainFeatures);
    }
    std::string engines;
    for (const std::string_view program : used)
        for (const KernelInfo& kernel : executable.kernels(plan.programIndex(program)))
            engines += kernel.op + '=' + kernel.implementation + (kernel.tuned ? ' ' + kernel.tuned->key : std::string()) + '\n';
    fingerprint["kernels"] = sha256(std::as_bytes(std::span(engines))).substr(0, 12);
    return fingerprint;
}

std::optional<Message> differenceOf(const Fingerprint& there, const Fingerprint& here)
{
    std::set<std::string> names;
    for (const Fingerprint* side : {&there, &here})
        for (const auto& [name, value] : *side)
            names.insert(name);
    const auto valueIn = [](const Fingerprint& side, const std::string& name) {
        const auto found = side.find(name);
        return found == side.end() ? std::string("–") : found->second;
    };
    std::optional<Message> difference;
    for (const std::string& name : names)
        if (const auto then = valueIn(there, name), now = valueIn(here, name); then != now) {
            Message one(NS_MESSAGE("fingerprint.value", "{0}: {1} there, {2} here"), name, then, now);
            difference = difference ? Message(NS_MESSAGE("fingerprint.values", "{0}; {1}"), *difference, one) : std::move(one);
        }
    return difference;
}

} // namespace netsmith
