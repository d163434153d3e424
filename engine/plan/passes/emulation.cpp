#include "engine/plan/passes/emulation.h"

#include "engine/ops/cast.h"
#include "engine/ops/gather.h"
#include "engine/ops/round.h"
#include "engine/plan/passes/precision.h"

#include <map>

namespace netsmith {
namespace {

/// Converts a program whose tensors have 16 bits back to f32.
class Emulation {
public:
    Emulation(std::vector<TensorInfo>& tensors, Program& program, DataType low)
        : m_tensors(tensors)
        , m_old(std::move(program.ops))
        , m_emitter(tensors, program)
        , m_low(low)
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

    /// The tensor that an op reads instead: after a cast back to f32 nothing is left to do.
    TensorId current(TensorId id) const
    {
        const auto found = m_same.find(id);
        return found == m_same.end() ? id : found->second;
    }

    void rewrite(Op& op)
    {
        m_emitter.setOrigin(op.origin);
        for (TensorId& input : op.inputs)
            input = current(input);
        if (op.spec == &ops::cast) {
            const TensorId to = op.outputs[0];
            if (info(to).type == m_low)
                roundInto(op.inputs[0], to, info(op.inputs[0]).role != Role::segment);
            else
                m_same[to] = op.inputs[0];
            return;
        }
        if (op.spec == &ops::gather && op.as<GatherAttributes>().type == m_low) {
            auto attributes = std::make_shared<GatherAttributes>(op.as<GatherAttributes>());
            attributes->type = DataType::f32;
            op.attributes = std::move(attributes);
        }
        const bool rounds = !op.spec->isView;
        std::vector<std::pair<TensorId, TensorId>> rounded;
        for (TensorId& output : op.outputs) {
            if (info(output).type != m_low)
                continue;
            info(output).type = DataType::f32;
            if (!rounds)
                continue;
            const TensorId exact = m_emitter.add({"", info(output).shape, DataType::f32, Role::activation});
            rounded.emplace_back(exact, output);
            output = exact;
        }
        m_emitter.program().ops.push_back(std::move(op));
        for (const auto& [exact, output] : rounded)
            roundInto(exact, output, true);
    }

    void roundInto(TensorId from, TensorId to, bool gradients)
    {
        info(to).type = DataType::f32;
        m_emitter.emitInto(ops::round, std::make_shared<RoundAttributes>(m_low, gradients), {from}, {to});
    }

    std::vector<TensorInfo>& m_tensors;
    std::vector<Op> m_old;
    Emitter m_emitter;
    DataType m_low;
    std::map<TensorId, TensorId> m_same;
};

} // namespace

void emulatePrecision(std::vector<TensorInfo>& tensors, Program& program, DataType low, std::span<const std::string> kept)
{
    lowerPrecision(tensors, program, low, kept);
    Emulation(tensors, program, low).run();
}

} // namespace netsmith
