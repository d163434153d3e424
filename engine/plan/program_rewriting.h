#pragma once

#include "engine/plan/logical_plan.h"

#include <memory>
#include <string_view>

namespace netsmith {

/// What rewritings of one program's ops share. Ops that were merged into others are taken out by `finish`, so that indices stay
/// put meanwhile.
class ProgramRewriting {
protected:
    static constexpr int nowhere = -1;

    ProgramRewriting(LogicalPlan& plan, Program& program)
        : m_plan(plan)
        , m_program(program)
        , m_erased(program.ops.size(), false)
    {
    }

    template <class F>
    void each(std::string_view name, F rewriteAt)
    {
        for (int i = 0; i < static_cast<int>(m_program.ops.size()); ++i)
            if (is(i, name))
                rewriteAt(i);
    }
    void finish();

    const TensorInfo& tensor(TensorId id) const { return m_plan.tensor(id); }
    Op& op(int index) { return m_program.ops[static_cast<std::size_t>(index)]; }
    bool is(int index, std::string_view name) { return index != nowhere && !erased(index) && op(index).spec->name == name; }

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
    void insert(int index, Op op);
    TensorId addActivation(const Shape& shape);

private:
    bool erased(int index) const { return m_erased[static_cast<std::size_t>(index)]; }

    LogicalPlan& m_plan;
    Program& m_program;
    std::vector<bool> m_erased;
};

} // namespace netsmith
