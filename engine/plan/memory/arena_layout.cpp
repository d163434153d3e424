#include "engine/plan/memory/arena_layout.h"

#include "engine/plan/memory/memory_planner.h"

#include <algorithm>
#include <numeric>

namespace netsmith {
namespace {

constexpr std::int64_t alignment = 256; // of tensors and workspaces: what GPUs and their libraries like best

struct Life {
    int first = -1;
    int last = -1;
};

class Layout {
public:
    Layout(const LogicalPlan& plan, const std::function<std::int64_t(TensorId)>& bytesOf,
           const std::vector<std::vector<OpMemory>>& needs, bool keepAll)
        : m_plan(plan)
        , m_needs(needs)
        , m_keepAll(keepAll)
        , m_opaque(plan.tensors.size())
        , m_storage(plan.tensors.size())
        , m_lives(plan.tensors.size())
    {
        std::iota(m_storage.begin(), m_storage.end(), TensorId{0});
        for (const TensorId id : m_storage)
            m_bytes.push_back(bytesOf(id));
        eachOp([&](std::size_t p, std::size_t i, int) {
            for (const auto& [output, bytes] : needs[p][i].sizes) {
                const auto id = static_cast<std::size_t>(plan.programs[p].ops[i].outputs[static_cast<std::size_t>(output)]);
                m_bytes[id] = bytes;
                m_opaque[id] = true;
            }
        });
    }

    ArenaLayout run()
    {
        shareViews();
        measureLives();
        if (!m_keepAll)
            shareInPlace();
        return place();
    }

private:
    /// Calls `visit(program, op, time)` for each op; the programs' times follow each other, so that programs share the arena.
    template <class F>
    void eachOp(F visit) const
    {
        int time = 0;
        for (std::size_t p = 0; p < m_plan.programs.size(); ++p)
            for (std::size_t i = 0; i < m_plan.programs[p].ops.size(); ++i)
                visit(p, i, time++);
    }

    TensorId root(TensorId id) const
    {
        while (m_storage[static_cast<std::size_t>(id)] != id)
            id = m_storage[static_cast<std::size_t>(id)];
        return id;
    }

    std::int64_t bytesOf(TensorId id) const { return m_bytes[static_cast<std::size_t>(id)]; }
    bool isActivation(TensorId id) const { return m_plan.tensor(id).role == Role::activation; }

    void shareViews()
    {
        eachOp([&](std::size_t p, std::size_t i, int) {
            const Op& op = m_plan.programs[p].ops[i];
            if (op.spec->isView && isActivation(op.outputs[0]))
                m_storage[static_cast<std::size_t>(op.outputs[0])] = root(op.inputs[0]);
        });
    }

    void touch(TensorId id, int time)
    {
        if (id == noTensor)
            return;
        Life& life = m_lives[static_cast<std::size_t>(root(id))];
        life.first = life.first < 0 ? time : std::min(life.first, time);
        life.last = std::max(life.last, time);
    }

    void measureLives()
    {
        eachOp([&](std::size_t p, std::size_t i, int time) {
            const Op& op = m_plan.programs[p].ops[i];
            for (const TensorId id : op.inputs)
                touch(id, time);
            for (const TensorId id : op.outputs)
                touch(id, time);
            m_end = time;
        });
    }

    void shareInPlace()
    {
        eachOp([&](std::size_t p, std::size_t i, int time) {
            const Op& op = m_plan.programs[p].ops[i];
            for (const auto& [output, input] : m_needs[p][i].inPlace) {
                const TensorId from = op.inputs[static_cast<std::size_t>(input)];
                const TensorId to = op.outputs[static_cast<std::size_t>(output)];
                if (from == noTensor || !isActivation(to) || root(to) != to)
                    continue;
                const TensorId base = root(from);
                Life& life = m_lives[static_cast<std::size_t>(base)];
                const Life& result = m_lives[static_cast<std::size_t>(to)];
                const bool readTwice =
                    std::ranges::count_if(op.inputs, [&](TensorId id) { return id != noTensor && root(id) == base; }) > 1;
                if (!isActivation(base) || life.last != time || result.first != time || readTwice || bytesOf(base) != bytesOf(to))
                    continue;
                m_storage[static_cast<std::size_t>(to)] = base;
                life.last = result.last;
            }
        });
    }

    ArenaLayout place() const
    {
        std::vector<BufferRequest> requests;
        std::vector<TensorId> owners;
        for (TensorId id = 0; id < static_cast<TensorId>(m_storage.size()); ++id) {
            const Life& life = m_lives[static_cast<std::size_t>(id)];
            if (!isActivation(id) || root(id) != id || life.first < 0)
                continue;
            requests.push_back({bytesOf(id), m_keepAll ? 0 : life.first, m_keepAll ? m_end : life.last});
            owners.push_back(id);
        }
        ArenaLayout layout;
        layout.activationBytes = placeBuffers(requests, alignment).bytes;
        eachOp([&](std::size_t p, std::size_t i, int time) { requests.push_back({m_needs[p][i].workspace, time, time}); });
        const MemoryPlacement placement = placeBuffers(requests, alignment);

        layout.bytes = placement.bytes;
        layout.tensors.assign(m_storage.size(), ArenaLayout::elsewhere);
        for (std::size_t i = 0; i < owners.size(); ++i)
            layout.tensors[static_cast<std::size_t>(owners[i])] = placement.offsets[i];
        layout.opaque = m_opaque;
        layout.sizes = m_bytes;
        layout.storage.resize(m_storage.size());
        for (TensorId id = 0; id < static_cast<TensorId>(m_storage.size()); ++id) {
            layout.storage[static_cast<std::size_t>(id)] = root(id);
            layout.tensors[static_cast<std::size_t>(id)] = layout.tensors[static_cast<std::size_t>(root(id))];
        }
        std::size_t next = owners.size();
        layout.workspaces.resize(m_plan.programs.size());
        eachOp([&](std::size_t p, std::size_t i, int) {
            layout.workspaces[p].push_back({placement.offsets[next++], m_needs[p][i].workspace});
        });
        return layout;
    }

    const LogicalPlan& m_plan;
    const std::vector<std::vector<OpMemory>>& m_needs;
    const bool m_keepAll;
    std::vector<std::int64_t> m_bytes; // of each tensor
    std::vector<bool> m_opaque;
    std::vector<TensorId> m_storage;
    std::vector<Life> m_lives;
    int m_end = 0;
};

} // namespace

ArenaLayout layOutArena(const LogicalPlan& plan, const std::function<std::int64_t(TensorId)>& bytesOf,
                        const std::vector<std::vector<OpMemory>>& needs, bool keepAll)
{
    return Layout(plan, bytesOf, needs, keepAll).run();
}

} // namespace netsmith
