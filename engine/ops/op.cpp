#include "engine/ops/op.h"

#include <algorithm>

namespace netsmith {

std::string_view nameOf(Role role)
{
    switch (role) {
    case Role::activation: return "activation";
    case Role::stepScoped: return "step_scoped";
    case Role::input: return "input";
    case Role::data: return "data";
    case Role::segment: return "segment";
    case Role::arena: return "arena";
    case Role::control: return "control";
    }
    return "?";
}

std::string_view nameOf(Arena arena)
{
    switch (arena) {
    case Arena::none: return "none";
    case Arena::weights: return "weights";
    case Arena::gradients: return "gradients";
    case Arena::slot0: return "slot0";
    case Arena::slot1: return "slot1";
    case Arena::slot2: return "slot2";
    case Arena::statistics: return "statistics";
    case Arena::staged: return "staged";
    case Arena::accumulated: return "accumulated";
    case Arena::average: return "average";
    }
    return "?";
}

Cost costOf(const Op& op, std::span<const TensorInfo> tensors)
{
    const auto infosOf = [&](const std::vector<TensorId>& ids) {
        std::vector<TensorInfo> infos;
        for (const TensorId id : ids)
            infos.push_back(id == noTensor ? TensorInfo{} : tensors[static_cast<std::size_t>(id)]);
        return infos;
    };
    Cost cost;
    if (op.spec->flops)
        cost.flops = op.spec->flops(*op.attributes, infosOf(op.inputs), infosOf(op.outputs));

    std::vector<TensorId> touched = op.inputs;
    touched.insert(touched.end(), op.outputs.begin(), op.outputs.end());
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const TensorId id : touched)
        if (id != noTensor) {
            const TensorInfo& info = tensors[static_cast<std::size_t>(id)];
            cost.bytes += static_cast<double>(info.shape.elements()) * static_cast<double>(sizeOf(info.type));
        }
    return cost;
}

} // namespace netsmith
