#include "engine/plan/passes/precision.h"

#include "engine/graph/project/layer_lists.h"
#include "engine/ops/cast.h"
#include "engine/ops/gather.h"
#include "engine/plan/passes/emulation.h"

#include <algorithm>
#include <map>

namespace netsmith {
namespace {

class PrecisionPass {
public:
    PrecisionPass(std::vector<TensorInfo>& tensors, Program& program, DataType low, std::span<const std::string> kept)
        : m_tensors(tensors)
        , m_old(std::move(program.ops))
        , m_emitter(tensors, program)
        , m_low(low)
        , m_kept(kept)
    {
        program.ops.clear();
    }

    void run()
    {
        for (Op& op : m_old)
            rewrite(op);
    }

private:
    TensorInfo& info(TensorId id) { return m_tensors[static_cast<std::size_t>(id)]; }
    bool isFloat(TensorId id) { return id != noTensor && (info(id).type == DataType::f32 || info(id).type == m_low); }

    bool isKept(const std::string& node) const { return isListed(m_kept, node); }
    PrecisionRule ruleOf(const Op& op) const
    {
        return std::ranges::any_of(op.origin, [&](const std::string& node) { return isKept(node); }) ? PrecisionRule::f32
                                                                                                     : op.spec->precision;
    }

    TensorId castTo(TensorId id, DataType type)
    {
        if (!isFloat(id) || info(id).type == type)
            return id;
        const auto [entry, isNew] = m_casts.try_emplace({id, type}, noTensor);
        if (isNew)
            entry->second = emitCast(m_emitter, id, type);
        return entry->second;
    }

    /// Data that only convolutions and matrix products read is gathered directly in their type.
    bool feedsLowOpsAlone(TensorId id)
    {
        return std::ranges::all_of(m_old, [&](const Op& op) {
            if (std::ranges::find(op.inputs, id) == op.inputs.end())
                return true;
            return ruleOf(op) == PrecisionRule::low || (op.spec->isView && feedsLowOpsAlone(op.outputs[0]));
        });
    }

    void rewrite(Op& op)
    {
        m_emitter.setOrigin(op.origin);
        const PrecisionRule rule = ruleOf(op);
        if (rule == PrecisionRule::low) {
            op.inputs[0] = castTo(op.inputs[0], m_low);
            op.inputs[1] = castTo(op.inputs[1], m_low);
        } else if (rule == PrecisionRule::f32) {
            for (TensorId& input : op.inputs)
                input = castTo(input, DataType::f32);
        } else if (rule == PrecisionRule::promote) {
            const bool mixed = std::ranges::any_of(op.inputs, [&](TensorId id) { return info(id).type == m_low; });
            for (TensorId& input : op.inputs)
                input = castTo(input, mixed ? m_low : DataType::f32);
        } else if (op.spec == &ops::gather && isFloat(op.outputs[0]) && feedsLowOpsAlone(op.outputs[0])) {
            auto attributes = std::make_shared<GatherAttributes>(op.as<GatherAttributes>());
            attributes->type = m_low;
            op.attributes = std::move(attributes);
        }
        std::vector<TensorInfo> inputs;
        for (const TensorId input : op.inputs)
            inputs.push_back(input == noTensor ? TensorInfo{} : info(input));
        const std::vector<TensorType> types = op.spec->infer(*op.attributes, inputs);
        for (std::size_t i = 0; i < types.size(); ++i)
            if (info(op.outputs[i]).role == Role::activation)
                info(op.outputs[i]).type = types[i].type;
        m_emitter.program().ops.push_back(std::move(op));
    }

    std::vector<TensorInfo>& m_tensors;
    std::vector<Op> m_old;
    Emitter m_emitter;
    DataType m_low;
    std::span<const std::string> m_kept;
    std::map<std::pair<TensorId, DataType>, TensorId> m_casts;
};

} // namespace

void lowerPrecision(std::vector<TensorInfo>& tensors, Program& program, DataType low, std::span<const std::string> kept)
{
    PrecisionPass(tensors, program, low, kept).run();
}

void lowerPrecision(std::vector<TensorInfo>& tensors, Program& program, Precision precision, std::span<const std::string> kept)
{
    switch (precision) {
    case Precision::bf16: return lowerPrecision(tensors, program, DataType::bf16, kept);
    case Precision::fp16: return lowerPrecision(tensors, program, DataType::f16, kept);
    case Precision::bf16Emulated: return emulatePrecision(tensors, program, DataType::bf16, kept);
    case Precision::fp16Emulated: return emulatePrecision(tensors, program, DataType::f16, kept);
    case Precision::fp32:
    case Precision::tf32: break;
    }
}

} // namespace netsmith
