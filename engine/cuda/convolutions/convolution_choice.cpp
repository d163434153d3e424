#include "engine/cuda/convolutions/convolution_choice.h"

#include "engine/cuda/device/device_bytes.h"
#include "engine/cuda/device/plan_target.h"
#include "engine/cuda/device/timing.h"
#include "engine/cuda/known_choices.h"
#include "engine/cuda/tuning_cache.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::cuda {
namespace {

constexpr std::string_view ownName = "im2col";
constexpr std::string_view libraryName = "library";

/// Room for an op to run in.
class OpTrial {
public:
    /// Throws `cuda.memory`.
    OpTrial(const LoweringContext& context, const Op& op)
    {
        for (const TensorId id : op.inputs)
            m_inputs.push_back(id == noTensor ? nullptr : roomFor(context.plan.tensor(id)));
        for (const TensorId id : op.outputs)
            m_outputs.push_back(roomFor(context.plan.tensor(id)));
    }

    /// Infinite where it can't run.
    double milliseconds(const Lowered& lowered)
    {
        const auto time = attempt([&] {
            const DeviceBytes workspace(lowered.memory.workspace);
            return millisecondsOf(m_stream, [&] { lowered.kernel->enqueue(m_stream, {m_inputs, m_outputs, workspace.data()}); });
        });
        return time.value_or(std::numeric_limits<double>::infinity());
    }

private:
    void* roomFor(const TensorInfo& info) { return m_rooms.emplace_back(PlanLayout::bytesOf(info)).data(); }

    Stream m_stream;
    std::vector<DeviceBytes> m_rooms;
    std::vector<void*> m_inputs;
    std::vector<void*> m_outputs;
};

/// A choice of our own or the library's pass.
using IsOwn = std::optional<bool>;

IsOwn measured(const LoweringContext& context, const Op& op, const Lowered& planned, const std::function<Lowered()>& im2col,
               const std::string& key)
{
    static TuningCache cache(tuningCacheFile("convolutions"));
    const std::string target = planTarget(), operation = key.substr(target.size() + 2) + " or im2col";
    if (const auto kept = cache.find(target, operation); kept && kept->fastest)
        return *kept->fastest == ownName;
    if (!context.options.measures)
        return false;
    const IsOwn isOwn = attempt([&] {
        OpTrial trial(context, op);
        const double library = trial.milliseconds(planned);
        return trial.milliseconds(im2col()) < library;
    });
    if (isOwn)
        cache.setFastest(target, operation, std::string(*isOwn ? ownName : libraryName));
    return isOwn.value_or(false);
}

} // namespace

Lowered fasterConvolution(const LoweringContext& context, const Op& op, Lowered planned, const std::function<Lowered()>& im2col)
{
    using Known = KnownChoices<IsOwn>;
    static Known& known = *new Known; // never destroyed: the library may be gone when the process ends
    const std::string key = planned.kernel->tuned()->key;
    const IsOwn isOwn = known.get(
        key, context.options, [](const std::string& value) { return IsOwn(value == ownName); },
        [&] { return measured(context, op, planned, im2col, key); });
    if (!*isOwn)
        return planned;
    Lowered own = im2col();
    own.kernel = std::make_unique<TunedKernel>(std::move(own.kernel), TunedAlgorithm{key, std::string(ownName)});
    return own;
}

} // namespace netsmith::cuda
