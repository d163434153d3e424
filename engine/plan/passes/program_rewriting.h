#pragma once

#include "engine/plan/logical_plan.h"

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace netsmith {

/// Shared support for rewriting one program's ops. `finish` removes the ops that were merged into others and inserts the new ones,
/// so that indices stay valid meanwhile. Readers and makers of a tensor are indexed, so that a rewriting takes linear time.
class ProgramRewriting {
protected:
    static constexpr int nowhere = -1;

    ProgramRewriting(LogicalPlan& plan, Program& program);

    template <class F>
    void each(std::string_view name, F rewriteAt)
    {
        for (int i = 0; i < m_count; ++i)
            if (is(i, name))
                rewriteAt(i);
    }
    void finish();

    const TensorInfo& tensor(TensorId id) const { return m_plan.tensor(id); }
    const Op& op(int index) const { return m_program.ops[static_cast<std::size_t>(index)]; }
    /// The same for modification, before readers or makers are looked up again.
    Op& edit(int index);
    bool is(int index, std::string_view name) const { return index != nowhere && !erased(index) && op(index).spec->name == name; }

    /// In program order, if none of them was inserted.
    std::vector<int> readers(TensorId id);
    int maker(TensorId id);
    /// The only op that reads an activation, or nowhere; what outlives the program has readers we can't see.
    int onlyReader(TensorId id);

    template <class A>
    static std::shared_ptr<A> changed(const Op& op)
    {
        return std::make_shared<A>(op.as<A>());
    }

    void erase(int index) { m_erased[static_cast<std::size_t>(index)] = true; }
    /// The same, if another op now does its work.
    void merge(int into, int from);
    /// Inserts an op before the one at `index`, after those inserted there earlier.
    void insert(int index, Op op);
    TensorId addActivation(const Shape& shape, DataType type = DataType::f32);

private:
    /// Ops by the tensors, which are numbered without gaps, that they read or make, or formerly did.
    using OpsByTensor = std::vector<std::vector<int>>;

    bool erased(int index) const { return m_erased[static_cast<std::size_t>(index)]; }
    void index(int op);
    void add(int op, const std::vector<TensorId>& tensors, OpsByTensor& to);
    /// Those among `ops` that still have the tensor among their `tensors`, each once.
    std::vector<int> having(TensorId id, const OpsByTensor& ops, std::vector<TensorId> Op::*tensors);

    LogicalPlan& m_plan;
    Program& m_program;
    int m_count; ///< of the original ops; inserted ones are after them until `finish`
    std::vector<bool> m_erased;
    bool m_indexed = false; ///< built on demand: most programs have nothing to rewrite
    std::vector<int> m_edited; ///< not indexed since
    std::unordered_map<int, std::vector<int>> m_inserted; ///< by the op that they precede
    OpsByTensor m_readers;
    OpsByTensor m_makers;
};

} // namespace netsmith
