#pragma once

#include "engine/plan/logical_plan.h"

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace netsmith {

/// What rewritings of one program's ops share. `finish` takes out the ops that were merged into others and puts the inserted ones
/// in their places, so that indices stay put meanwhile. Who reads and makes a tensor is looked up, so that a rewriting takes time
/// in proportion to the ops.
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
    /// The same to be changed, before readers or makers are asked for again.
    Op& edit(int index);
    bool is(int index, std::string_view name) const { return index != nowhere && !erased(index) && op(index).spec->name == name; }

    /// In the order of the program, where none of them was inserted.
    std::vector<int> readers(TensorId id);
    int maker(TensorId id);
    /// The one op that reads an activation, or nowhere; what lives on beyond the program has readers we can't see.
    int onlyReader(TensorId id);

    template <class A>
    static std::shared_ptr<A> changed(const Op& op)
    {
        return std::make_shared<A>(op.as<A>());
    }

    void erase(int index) { m_erased[static_cast<std::size_t>(index)] = true; }
    /// The same, where what it did is done by another op from now on.
    void merge(int into, int from);
    /// Puts an op in front of the one at `index`, behind those that were put there before.
    void insert(int index, Op op);
    TensorId addActivation(const Shape& shape);

private:
    /// Ops by the tensors, which are numbered without gaps, that they read or make, or did once.
    using OpsByTensor = std::vector<std::vector<int>>;

    bool erased(int index) const { return m_erased[static_cast<std::size_t>(index)]; }
    void index(int op);
    void add(int op, const std::vector<TensorId>& tensors, OpsByTensor& to);
    /// Those among `ops` that still have the tensor among their `tensors`, each once.
    std::vector<int> having(TensorId id, const OpsByTensor& ops, std::vector<TensorId> Op::*tensors);

    LogicalPlan& m_plan;
    Program& m_program;
    int m_count; ///< of the ops that were there at first; those inserted stand after them until `finish`
    std::vector<bool> m_erased;
    bool m_indexed = false; ///< only once somebody asks: most programs have nothing to rewrite
    std::vector<int> m_edited; ///< not indexed since
    std::unordered_map<int, std::vector<int>> m_inserted; ///< by the op that they go in front of
    OpsByTensor m_readers;
    OpsByTensor m_makers;
};

} // namespace netsmith
