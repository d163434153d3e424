#include "engine/plan/passes/autodiff.h"

#include "engine/ops/add.h"
#include "engine/ops/copy.h"
#include "engine/ops/gradient.h"
#include "engine/ops/stop_gradient.h"

#include <algorithm>
#include <map>

namespace netsmith {
namespace {

/// Reverse-mode differentiation of a straight list of ops.
class Backward {
public:
    Backward(Emitter& emitter, std::vector<TensorInfo>& tensors, const std::vector<bool>& trainable)
        : m_emitter(emitter)
        , m_tensors(tensors)
        , m_trainable(trainable)
        , m_forward(emitter.program().ops)
    {
    }

    void run(std::span<const Differentiated> losses, std::span<const TensorId> wanted)
    {
        for (const TensorId id : wanted)
            m_needed[id] = true;
        markNeeded();
        for (const Differentiated& entry : losses)
            m_arrived[entry.loss].push_back(entry.seed);
        for (auto op = m_forward.rbegin(); op != m_forward.rend(); ++op)
            differentiate(*op);
        for (const TensorId id : wanted)
            total(id);
        giveHomes();
    }

    /// The sum of the gradients of every tensor that has any.
    std::map<TensorId, TensorId> gradients()
    {
        std::map<TensorId, TensorId> all;
        for (const auto& [tensor, parts] : m_arrived)
            if (parts.size() == 1) // what is not needed stays unsummed
                all[tensor] = parts.front();
        return all;
    }

private:
    bool isTrainable(TensorId id) const
    {
        const TensorInfo& info = m_emitter.info(id);
        return info.role == Role::segment && info.arena == Arena::weights && m_trainable[static_cast<std::size_t>(info.segment)];
    }

    bool needed(TensorId id) const { return id != noTensor && (m_needed.contains(id) || isTrainable(id)); }

    /// Includes ops without a rule: if a gradient reaches one of them, `refuse` reports it, so that nothing is silently left out.
    void markNeeded()
    {
        for (const Op& op : m_forward)
            if (op.spec != &ops::stopGradient && std::ranges::any_of(op.inputs, [&](TensorId id) { return needed(id); }))
                for (const TensorId output : op.outputs)
                    m_needed[output] = true;
    }

    /// The sum of a tensor's gradients so far, or `noTensor`.
    TensorId total(TensorId id)
    {
        const auto found = m_arrived.find(id);
        if (found == m_arrived.end())
            return noTensor;
        std::vector<TensorId>& parts = found->second;
        while (parts.size() > 1) {
            const TensorId last = parts.back();
            parts.pop_back();
            parts.back() = emitAdd(m_emitter, parts.back(), last);
        }
        return parts.front();
    }

    void differentiate(const Op& op)
    {
        std::vector<bool> wanted;
        for (const TensorId input : op.inputs)
            wanted.push_back(needed(input));
        if (std::ranges::none_of(wanted, [](bool want) { return want; }))
            return;
        m_emitter.setOrigin(op.origin);
        std::vector<TensorId> arrived;
        for (const TensorId output : op.outputs)
            arrived.push_back(total(output));
        if (std::ranges::all_of(arrived, [](TensorId id) { return id == noTensor; }))
            return;
        GradientContext context(op, m_emitter, arrived, wanted);
        if (!op.spec->gradient)
            context.refuse(op.spec->name);
        op.spec->gradient(context);
        for (std::size_t i = 0; i < op.inputs.size(); ++i)
            if (wanted[i] && context.inputGradients()[i] != noTensor) {
                m_arrived[op.inputs[i]].push_back(context.inputGradients()[i]);
                m_origins[op.inputs[i]] = op.origin;
            }
    }

    void giveHomes()
    {
        for (TensorId id = 0; id < static_cast<TensorId>(m_tensors.size()); ++id) {
            if (!isTrainable(id) || !m_arrived.contains(id))
                continue;
            m_emitter.setOrigin(m_origins[id]);
            TensorId gradient = total(id);
            // What already has a fixed place, or lives elsewhere, is copied.
            if (m_tensors[static_cast<std::size_t>(gradient)].role != Role::activation)
                gradient = m_emitter.emitOne(ops::copy, noAttributes(), {gradient});
            const TensorInfo weight = m_tensors[static_cast<std::size_t>(id)];
            TensorInfo& home = m_tensors[static_cast<std::size_t>(gradient)];
            home.name = weight.name;
            home.role = Role::segment;
            home.arena = Arena::gradients;
            home.segment = weight.segment;
        }
    }

    Emitter& m_emitter;
    std::vector<TensorInfo>& m_tensors;
    const std::vector<bool>& m_trainable;
    const std::vector<Op> m_forward; // a copy: the program grows meanwhile
    std::map<TensorId, bool> m_needed;
    std::map<TensorId, std::vector<TensorId>> m_arrived;
    std::map<TensorId, std::vector<std::string>> m_origins;
};

} // namespace

std::map<TensorId, TensorId> appendBackward(Emitter& emitter, std::vector<TensorInfo>& tensors,
                                            std::span<const Differentiated> losses, const std::vector<bool>& trainable,
                                            std::span<const TensorId> wanted)
{
    Backward backward(emitter, tensors, trainable);
    backward.run(losses, wanted);
    return backward.gradients();
}

} // namespace netsmith
