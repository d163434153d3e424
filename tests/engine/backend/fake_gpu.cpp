#include "engine/backend/loader.h"

#include <cstdlib>

// A module that shows the loader a GPU and computes nothing. The environment says what it has.

namespace netsmith {
namespace {

class FakeGpu final : public Backend {
public:
    std::string_view name() const override { return "cuda"; }
    std::optional<Error> problem() const override
    {
        if (std::getenv("FAKE_GPU_DRIVER"))
            return std::nullopt;
        return Error(ErrorKind::input, NS_MESSAGE("fake.driver", "there is no driver"));
    }
    std::vector<DeviceInfo> devices() override
    {
        if (problem())
            return {};
        DeviceInfo info;
        info.id = "cuda:0";
        info.name = "a GPU";
        info.properties = {{"driver", std::getenv("FAKE_GPU_DRIVER")}};
        return {info};
    }
    std::optional<Message> unsupported(const LogicalPlan&, const Op&) const override { return std::nullopt; }
    Expected<MemoryUse> estimate(const LogicalPlan&, const CompileOptions&) override { return MemoryUse{}; }
    Expected<std::unique_ptr<State>> createState(const LogicalPlan&) override { return refusal(); }
    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan&, State&, const CompileOptions&) override { return refusal(); }

private:
    static Error refusal() { return Error(ErrorKind::failed, NS_MESSAGE("fake.computes", "it computes nothing")); }
};

} // namespace
} // namespace netsmith

extern "C" {
extern const netsmith::BackendModule netsmithBackend;
const netsmith::BackendModule netsmithBackend{netsmith::buildId(), []() -> netsmith::Backend* { return new netsmith::FakeGpu; }};
}
